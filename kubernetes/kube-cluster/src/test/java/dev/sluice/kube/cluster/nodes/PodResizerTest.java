package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.request.PodRequest;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PodResizerTest {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;

    private final VirtualCluster cluster = new VirtualCluster(new Seeds(4), START_NANOS);
    private final NodeFleet fleet = cluster.addNodes(new FleetSettings(
            1,
            "node-",
            NodeShape.parse("cpu=8,memory=8Gi"),
            0,
            new Delay.Fixed(0),
            FleetSettings.HEARTBEAT_NANOS,
            FleetSettings.FOREVER_NANOS));

    @BeforeEach
    void aPodOfTwoCpusRuns() {
        cluster.settle();
        pod("p", "2");
    }

    @Test
    void aRunningPodShowsItsResources() {
        assertThat(allocated("p")).isEqualTo("2");
        assertThat(actuated("p")).isEqualTo("2");
        assertThat(cpu("p")).isEqualTo(2000);
    }

    @Test
    void aPodThatFitsGrows() {
        resize("p", "5");
        assertThat(allocated("p")).isEqualTo("5");
        assertThat(actuated("p")).isEqualTo("2");
        assertThat(condition("p", "PodResizeInProgress").text("status")).isEqualTo("True");
        assertThat(cpu("p")).isEqualTo(5000);
        pass(1);

        assertThat(actuated("p")).isEqualTo("5");
        assertThat(condition("p", "PodResizeInProgress")).isEqualTo(JsonObject.EMPTY);
        pod("q", "4");
        assertThat(get("q").text("status", "message")).endsWith("requested: 4000, used: 5000, capacity: 8000");
    }

    @Test
    void aPodThatShrinksHoldsItsSizeUntilTheNewOneIsInEffect() {
        resize("p", "1");
        assertThat(allocated("p")).isEqualTo("1");
        assertThat(cpu("p")).isEqualTo(2000);
        pod("q", "7");
        assertThat(get("q").text("status", "message")).endsWith("requested: 7000, used: 2000, capacity: 8000");
        pass(1);

        assertThat(cpu("p")).isEqualTo(1000);
        pod("r", "7");
        assertThat(get("r").text("status", "phase")).isEqualTo("Running");
    }

    @Test
    void aResizeWaitsForRoom() {
        pod("q", "5");
        resize("p", "4");
        JsonObject pending = condition("p", "PodResizePending");
        assertThat(pending.text("reason")).isEqualTo("Deferred");
        assertThat(pending.text("message"))
                .isEqualTo("Node didn't have enough resource: cpu, requested: 4000, used: 5000, capacity: 8000");
        assertThat(allocated("p")).isEqualTo("2");
        // As kube-scheduler counts it, the pod already holds what it waits for.
        assertThat(cpu("p")).isEqualTo(4000);
        pass(60);
        assertThat(allocated("p")).isEqualTo("2");

        cluster.kube().delete(KubeTypes.PODS, new ObjectKey("default", "q"), DeleteOptions.PLAIN);
        pass(60);

        assertThat(actuated("p")).isEqualTo("4");
        assertThat(condition("p", "PodResizePending")).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void aNodeThatGrowsEndsTheWait() {
        pod("q", "6");
        resize("p", "4");
        assertThat(condition("p", "PodResizePending").text("reason")).isEqualTo("Deferred");

        fleet.setAllocatable("node-0", NodeShape.parse("cpu=10,memory=8Gi"));
        pass(5);

        assertThat(actuated("p")).isEqualTo("4");
    }

    @Test
    void aResizeBeyondWhatTheNodeHasLeftIsInfeasible() {
        patch("p", "7");
        fleet.setAllocatable("node-0", NodeShape.parse("cpu=6,memory=8Gi"));
        cluster.settle();
        JsonObject pending = condition("p", "PodResizePending");
        assertThat(pending.text("reason")).isEqualTo("Infeasible");
        assertThat(pending.text("message"))
                .isEqualTo("Node didn't have enough capacity: cpu, requested: 7000, capacity: 6000");
        assertThat(cpu("p")).isEqualTo(2000);

        resize("p", "2");

        assertThat(condition("p", "PodResizePending")).isEqualTo(JsonObject.EMPTY);
        assertThat(cpu("p")).isEqualTo(2000);
    }

    @Test
    void theServerRefusesAResizeBeyondTheNode() {
        assertThatThrownBy(() -> resize("p", "9"))
                .isInstanceOf(ApiException.class)
                .hasMessageEndingWith(
                        "node didn't have enough allocatable resources: cpu, requested: 9000, allocatable: 8000");
        assertThat(cpu("p")).isEqualTo(2000);
    }

    private void resize(String name, String cpu) {
        patch(name, cpu);
        cluster.settle();
    }

    private void patch(String name, String cpu) {
        cluster.kube()
                .patch(
                        KubeTypes.PODS,
                        new ObjectKey("default", name),
                        "resize",
                        Patch.merge(read("{'spec':{'containers':[{'name':'c','image':'i','resources':"
                                + "{'requests':{'cpu':'" + cpu + "','memory':'1Gi'}}}]}}")),
                        WriteOptions.PLAIN);
    }

    private void pod(String name, String cpu) {
        cluster.kube()
                .create(
                        KubeTypes.PODS,
                        "default",
                        read(("{'metadata':{'name':'%s'},'spec':{'nodeName':'node-0','containers':"
                                        + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s','memory':'1Gi'}}}]}}")
                                .formatted(name, cpu)),
                        WriteOptions.PLAIN);
        cluster.settle();
    }

    private void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private JsonObject get(String name) {
        return cluster.kube().get(KubeTypes.PODS, new ObjectKey("default", name));
    }

    private String allocated(String name) {
        return get(name).array("status", "containerStatuses").object(0).text("allocatedResources", "cpu");
    }

    private String actuated(String name) {
        return get(name).array("status", "containerStatuses").object(0).text("resources", "requests", "cpu");
    }

    private long cpu(String name) {
        return PodRequest.of(get(name)).amount("cpu");
    }

    private JsonObject condition(String name, String type) {
        JsonObject condition = Conditions.find(get(name).array("status", "conditions"), type);
        return condition == null ? JsonObject.EMPTY : condition;
    }

    private static JsonObject read(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}

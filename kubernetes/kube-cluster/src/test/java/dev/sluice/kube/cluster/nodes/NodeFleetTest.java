package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeFleetTest {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;

    private final VirtualCluster cluster = new VirtualCluster(new Seeds(4), START_NANOS);
    private final NodeFleet fleet = cluster.addNodes(new FleetSettings(
            4,
            "node-",
            NodeShape.parse("cpu=4,memory=8Gi,gpu=2,pods=3"),
            2,
            new Delay.Fixed(2 * Clock.NANOS_PER_SECOND),
            FleetSettings.HEARTBEAT_NANOS));

    @BeforeEach
    void settle() {
        cluster.settle();
    }

    @Test
    void nodesAreThereWithTheirShapeAndRack() {
        JsonObject node = cluster.kube().get(KubeTypes.NODES, ObjectKey.of("node-3"));

        assertThat(fleet.registered()).isEqualTo(4);
        assertThat(node.text("status", "allocatable", "nvidia.com/gpu")).isEqualTo("2");
        assertThat(node.text("metadata", "labels", "sluice.dev/rack")).isEqualTo("rack-1");
        assertThat(node.text("metadata", "labels", "kubernetes.io/hostname")).isEqualTo("node-3");
    }

    @Test
    void leasesAreRenewed() {
        String before = renewTime("node-0");

        pass(15);

        assertThat(renewTime("node-0")).isGreaterThan(before);
    }

    @Test
    void aPodStartsRunsAndSucceeds() {
        pod("p", "'sluice.dev/run-for':'60s'", "'restartPolicy':'Never'", "cpu", "1");
        assertThat(phase("p")).isEqualTo("Pending");
        pass(2);
        assertThat(phase("p")).isEqualTo("Running");
        assertThat(get("p").text("status", "podIP")).isNotEmpty();
        assertThat(get("p").array("status", "containerStatuses").object(0).isTrue("ready"))
                .isTrue();
        pass(59);
        assertThat(phase("p")).isEqualTo("Running");
        pass(1);

        assertThat(phase("p")).isEqualTo("Succeeded");
        assertThat(get("p").array("status", "containerStatuses")
                        .object(0)
                        .number(-1, "state", "terminated", "exitCode"))
                .isZero();
    }

    @Test
    void podsThatAreNotRestartedAlwaysFinishAfterTenSecondsUnlessAnnotated() {
        pod("never", "", "'restartPolicy':'Never'", "cpu", "1");
        pod("onfailure", "", "'restartPolicy':'OnFailure'", "cpu", "1");
        pod("forever", "'sluice.dev/run-for':'forever'", "'restartPolicy':'Never'", "cpu", "1");
        pass(11);
        assertThat(phase("never")).isEqualTo("Running");
        pass(1);
        assertThat(phase("never")).isEqualTo("Succeeded");
        assertThat(phase("onfailure")).isEqualTo("Succeeded");
        pod("always", "", "'restartPolicy':'Always'", "cpu", "1");
        pass(3600);

        assertThat(phase("forever")).isEqualTo("Running");
        assertThat(phase("always")).isEqualTo("Running");
        assertThat(restarts("always")).isZero();
    }

    @Test
    void aFleetCanHaveItsOwnRunTimeOfPods() {
        VirtualCluster other = new VirtualCluster(new Seeds(4), START_NANOS);
        other.addNodes(FleetSettings.of(1, NodeShape.DEFAULT, 0).withRunFor(FleetSettings.FOREVER_NANOS));
        other.settle();
        other.kube().create(KubeTypes.PODS, "default", (JsonObject) JsonText.read("""
                                {"metadata":{"name":"p"},"spec":{"nodeName":"node-0","restartPolicy":"Never",
                                 "containers":[{"name":"c","image":"i"}]}}"""), WriteOptions.PLAIN);

        other.advanceTo(START_NANOS + 3600 * Clock.NANOS_PER_SECOND);

        assertThat(other.kube()
                        .get(KubeTypes.PODS, new ObjectKey("default", "p"))
                        .text("status", "phase"))
                .isEqualTo("Running");
    }

    @Test
    void aFailedPodRestartsByItsRestartPolicy() {
        pod("p", "'sluice.dev/run-for':'10s','sluice.dev/exit-code':'3'", "'restartPolicy':'OnFailure'", "cpu", "1");
        pass(12);
        assertThat(restarts("p")).isEqualTo(1);
        assertThat(phase("p")).isEqualTo("Running");
        pass(10);

        assertThat(get("p").array("status", "containerStatuses").object(0).text("state", "waiting", "reason"))
                .isEqualTo("CrashLoopBackOff");
        pod("q", "'sluice.dev/run-for':'10s','sluice.dev/exit-code':'3'", "'restartPolicy':'Never'", "cpu", "1");
        pass(12);
        assertThat(phase("q")).isEqualTo("Failed");
    }

    @Test
    void podsThatDoNotFitAreRejectedLikeByAKubelet() {
        pod("p", "", "'restartPolicy':'Never'", "cpu", "3");
        pod("q", "", "'restartPolicy':'Never'", "cpu", "1500m");
        pod("r", "", "'restartPolicy':'Never'", "nvidia.com/gpu", "3");

        assertThat(get("q").text("status", "reason")).isEqualTo("OutOfcpu");
        assertThat(get("q").text("status", "message"))
                .isEqualTo("Pod was rejected: Node didn't have enough resource: cpu, requested: 1500, used: 3000,"
                        + " capacity: 4000");
        assertThat(phase("q")).isEqualTo("Failed");
        assertThat(get("r").text("status", "reason")).isEqualTo("OutOfnvidia.com/gpu");
    }

    @Test
    void aNodeTakesOnlySoManyPodsAndHasRoomAgainWhenTheyEnd() {
        for (int i = 0; i < 4; i++) {
            pod("p" + i, "'sluice.dev/run-for':'5s'", "'restartPolicy':'Never'", "cpu", "100m");
        }
        assertThat(get("p3").text("status", "reason")).isEqualTo("OutOfpods");
        pass(10);

        pod("late", "", "'restartPolicy':'Never'", "cpu", "4");

        pass(2);
        assertThat(phase("late")).isEqualTo("Running");
    }

    @Test
    void aWrongLabelOrTaintIsRefused() {
        pod("p", "", "'nodeSelector':{'disk':'ssd'}", "cpu", "1");

        assertThat(get("p").text("status", "reason")).isEqualTo("NodeAffinity");
        assertThat(get("p").text("status", "message"))
                .isEqualTo("Pod was rejected: Predicate NodeAffinity failed: node(s) didn't match Pod's node"
                        + " affinity/selector");
    }

    @Test
    void aDeletedPodStopsAndIsGone() {
        pod("p", "'sluice.dev/stop-after':'5s'", "'restartPolicy':'Never'", "cpu", "1");
        pass(3);
        cluster.kube().delete(KubeTypes.PODS, new ObjectKey("default", "p"), DeleteOptions.PLAIN);
        pass(4);
        assertThat(KubeObjects.isTerminating(get("p"))).isTrue();

        pass(1);

        assertThat(cluster.kube()
                        .list(KubeTypes.PODS, "default", ListOptions.ALL)
                        .items())
                .isEmpty();
    }

    @Test
    void aFailedNodeIsSilentUntilItRecovers() {
        pod("p", "'sluice.dev/run-for':'30s'", "'restartPolicy':'Never'", "cpu", "1");
        pass(3);
        fleet.fail("node-0");
        cluster.settle();
        String silentSince = renewTime("node-0");

        pass(100);
        assertThat(renewTime("node-0")).isEqualTo(silentSince);
        assertThat(phase("p")).isEqualTo("Running");
        fleet.recover("node-0");
        cluster.settle();

        assertThat(renewTime("node-0")).isGreaterThan(silentSince);
        assertThat(phase("p")).isEqualTo("Succeeded");
    }

    private void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private String renewTime(String node) {
        return cluster.kube()
                .get(KubeTypes.LEASES, new ObjectKey("kube-node-lease", node))
                .text("spec", "renewTime");
    }

    private void pod(String name, String annotations, String spec, String resource, String amount) {
        String text = ("{'metadata':{'name':'%s','annotations':{%s}},'spec':{'nodeName':'node-0',%s,"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'%s':'%s'},"
                        + "'limits':{'%s':'%s'}}}]}}")
                .formatted(name, annotations, spec, resource, amount, resource, amount);
        cluster.kube()
                .create(
                        KubeTypes.PODS,
                        "default",
                        (JsonObject) JsonText.read(text.replace('\'', '"')),
                        WriteOptions.PLAIN);
        cluster.settle();
    }

    private JsonObject get(String name) {
        return cluster.kube().get(KubeTypes.PODS, new ObjectKey("default", name));
    }

    private String phase(String name) {
        return get(name).text("status", "phase");
    }

    private long restarts(String name) {
        return get(name).array("status", "containerStatuses").object(0).number(0, "restartCount");
    }
}

package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventsTest {
    private final Bench bench = new Bench(7);

    @Test
    void aJobRecordsEventsOfItsPodsAndItsCompletion() {
        bench.create(KubeTypes.JOBS, Bench.job("j", ""));
        JsonObject pod = bench.pods().getFirst();
        bench.fate(pod, "Succeeded");

        assertThat(events())
                .containsExactly(
                        "Normal SuccessfulCreate Job/j x1 job-controller: Created pod: " + KubeObjects.name(pod),
                        "Normal Completed Job/j x1 job-controller: Job completed");
    }

    @Test
    void repeatedEventsAreCounted() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'suspend':true"));
        for (String suspend : List.of("false", "true", "false", "true")) {
            bench.patch(KubeTypes.JOBS, "j", "{'spec':{'suspend':" + suspend + "}}");
            bench.pass(1);
        }

        assertThat(events())
                .contains(
                        "Normal Suspended Job/j x3 job-controller: Job suspended",
                        "Normal Resumed Job/j x2 job-controller: Job resumed");
    }

    @Test
    void tooManySimilarEventsAreCombinedAndThenDropped() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'parallelism':30"));
        bench.pass(1);

        assertThat(events())
                .hasSize(10)
                .filteredOn(event -> event.contains("combined"))
                .singleElement()
                .asString()
                .startsWith("Normal SuccessfulCreate Job/j x16 : (combined from similar events): Created pod: j-");
    }

    @Test
    void theRateLimitRefillsOverTime() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'parallelism':30"));
        bench.pass(301);
        bench.patch(KubeTypes.JOBS, "j", "{'spec':{'suspend':true}}");
        bench.pass(1);

        assertThat(events()).anyMatch(event -> event.contains("SuccessfulDelete"));
        assertThat(events()).noneMatch(event -> event.contains("Suspended"));
    }

    @Test
    void nodesRecordEventsOfTheirPods() {
        bench.cluster()
                .addNodes(new FleetSettings(
                        1,
                        "node-",
                        NodeShape.parse("cpu=1,memory=1Gi"),
                        0,
                        new Delay.Fixed(0),
                        FleetSettings.HEARTBEAT_NANOS));
        bench.cluster().settle();
        pod("small", "100m");
        pod("large", "2");
        bench.pass(1);

        assertThat(events())
                .contains(
                        "Normal RegisteredNode Node/node-0 x1 node-controller: "
                                + "Node node-0 event: Registered Node node-0 in Controller",
                        "Normal Created Pod/small x1 kubelet: Container created",
                        "Normal Started Pod/small x1 kubelet: Container started",
                        "Warning OutOfcpu Pod/large x1 kubelet: "
                                + "Node didn't have enough resource: cpu, requested: 2000, used: 100, capacity: 1000");
    }

    private void pod(String name, String cpu) {
        bench.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s'},'spec':{'nodeName':'node-0','containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{'cpu':'%s'}}}]}}")
                        .formatted(name, cpu));
    }

    private List<String> events() {
        return bench.list(KubeTypes.EVENTS).stream()
                .map(event -> "%s %s %s/%s x%d %s: %s"
                        .formatted(
                                event.text("type"),
                                event.text("reason"),
                                event.text("involvedObject", "kind"),
                                event.text("involvedObject", "name"),
                                event.number(0, "count"),
                                event.text("reportingComponent"),
                                event.text("message")))
                .toList();
    }
}

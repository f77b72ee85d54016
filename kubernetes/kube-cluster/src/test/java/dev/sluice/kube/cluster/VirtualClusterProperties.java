package dev.sluice.kube.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class VirtualClusterProperties {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;

    @Property(tries = 5)
    void aRunIsAPureFunctionOfItsSeed(@ForAll long seed) {
        assertThat(run(seed)).isEqualTo(run(seed));
    }

    /// Runs Jobs on nodes with a minimal scheduler, and returns all objects of the run, to the last uid.
    private static List<String> run(long seed) {
        VirtualCluster cluster = new VirtualCluster(new Seeds(seed), START_NANOS);
        cluster.addNodes(FleetSettings.of(5, NodeShape.parse("cpu=4,memory=8Gi"), 0));
        cluster.settle();
        for (int i = 0; i < 4; i++) {
            String job = ("{'metadata':{'name':'j%d'},'spec':{'parallelism':3,'completions':4,'template':"
                            + "{'metadata':{'annotations':{'sluice.dev/run-for':'%ds'}},'spec':{'restartPolicy':'Never',"
                            + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}}}")
                    .formatted(i, 10 + i);
            cluster.kube()
                    .create(
                            KubeTypes.JOBS,
                            "default",
                            (JsonObject) JsonText.read(job.replace('\'', '"')),
                            WriteOptions.PLAIN);
        }
        for (int second = 0; second < 120; second++) {
            cluster.advanceTo(cluster.nowNanos() + Clock.NANOS_PER_SECOND);
            int next = 0;
            for (JsonObject pod : cluster.kube()
                    .list(KubeTypes.PODS, "", ListOptions.where("spec.nodeName="))
                    .items()) {
                bind(cluster, pod, "node-" + next++ % 5);
            }
        }
        List<String> all = new ArrayList<>();
        for (ResourceType type : List.of(KubeTypes.JOBS, KubeTypes.PODS, KubeTypes.NODES, KubeTypes.LEASES)) {
            cluster.kube().list(type, "", ListOptions.ALL).items().forEach(object -> all.add(object.toString()));
        }
        assertThat(cluster.kube().list(KubeTypes.JOBS, "", ListOptions.ALL).items())
                .allMatch(job -> job.number(0, "status", "succeeded") == 4);
        return all;
    }

    private static void bind(VirtualCluster cluster, JsonObject pod, String node) {
        JsonObject binding = JsonObject.builder()
                .put("metadata", JsonObject.of("name", Json.of(pod.text("metadata", "name"))))
                .put(
                        "target",
                        JsonObject.builder()
                                .put("kind", "Node")
                                .put("name", node)
                                .build())
                .build();
        cluster.kube()
                .act(
                        KubeTypes.PODS,
                        new ObjectKey("default", pod.text("metadata", "name")),
                        "binding",
                        binding,
                        WriteOptions.PLAIN);
    }

    @Example
    void itReportsEventsInFlightAndTheNextDeadline() {
        VirtualCluster cluster = new VirtualCluster(new Seeds(1), START_NANOS);
        cluster.settle();
        assertThat(cluster.eventsInFlight()).isZero();
        KubeWatch watch = cluster.kube().watch(KubeTypes.NODES, "", WatchOptions.from("0"), () -> {});
        cluster.addNodes(FleetSettings.of(3, NodeShape.DEFAULT, 0));
        cluster.settle();

        assertThat(cluster.eventsInFlight()).isEqualTo(3);
        while (watch.poll().isPresent()) {
            assertThat(watch.isOver()).isFalse();
        }
        assertThat(cluster.eventsInFlight()).isZero();
        assertThat(cluster.nextDeadlineNanos()).isGreaterThan(cluster.nowNanos());
        long next = cluster.nextDeadlineNanos();
        cluster.advanceTo(next);

        assertThat(cluster.nowNanos()).isEqualTo(next);
        assertThat(cluster.nextDeadlineNanos()).isGreaterThan(next);
    }
}

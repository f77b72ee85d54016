package dev.sluice.benchmarks.sync;

import dev.sluice.benchmarks.Times;
import dev.sluice.controller.audit.MachinePicture;
import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.topology.NodeGraph;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.drive.EngineDriver;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// What it costs to follow a cluster: its first picture, and then one event, from the decoded object to the graph.
///
/// Beside it the same picture made anew, which is what an event would cost without deltas.
public final class SyncBenchmark {
    private static final int PODS_PER_NODE = 30;
    private static final int NODES_PER_RACK = 40;
    private static final int SAMPLES = 20_000;
    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 5;
    private static final int HTTP_ROUNDS = 3;

    private final int nodes;
    private final List<JsonObject> nodeObjects = new ArrayList<>();
    private final List<JsonObject> podObjects = new ArrayList<>();
    private final RandomGenerator random = new Seeds(1).forActor("sync");
    private int made;

    private SyncBenchmark(int nodes) {
        this.nodes = nodes;
        for (int i = 0; i < nodes; i++) {
            nodeObjects.add(node(i, "64"));
            for (int j = 0; j < PODS_PER_NODE; j++) {
                podObjects.add(pod(i));
            }
        }
    }

    /// Runs for each number of nodes and prints one table.
    ///
    /// @param arguments the numbers of nodes
    public static void main(String... arguments) throws Exception {
        List<String> table = new ArrayList<>();
        for (String count : arguments.length > 0 ? arguments : new String[] {"100", "1000", "5000", "10000"}) {
            table.addAll(new SyncBenchmark(Integer.parseInt(count)).run());
        }
        System.out.printf("%n%-8s %-36s %12s %12s%n", "nodes", "", "median", "p99");
        table.forEach(System.out::println);
    }

    /// An engine that follows a cluster whose changes are handed in.
    private static final class Followed {
        private final DeltaInbox inbox = new DeltaInbox(() -> {});
        private final ClusterSync sync = new ClusterSync(inbox, TopologyOptions.DEFAULT, OwnWork.NONE);
        private final Engine engine = new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                new ResourceModel(NodeGraph.empty(), MatchPolicy.named("low").orElseThrow()),
                false);
        private final EngineDriver driver = EngineDriver.withoutStore(engine, _ -> {});
        private long nowNanos = 1_000_000_000L;

        void handle() {
            nowNanos += 1000;
            for (Optional<Event> event = sync.get(); event.isPresent(); event = sync.get()) {
                driver.handle(event.get(), nowNanos);
            }
            driver.settle(nowNanos);
        }
    }

    private List<String> run() throws Exception {
        List<String> rows = new ArrayList<>();
        Times starts = new Times();
        Times startsOfThread = new Times();
        Followed followed = new Followed();
        for (int round = 0; round < ROUNDS; round++) {
            followed = new Followed();
            // The garbage of the round before is not this one's.
            System.gc();
            long begin = System.nanoTime();
            long threadBegin = threadNanos();
            for (JsonObject node : nodeObjects) {
                followed.inbox.add(Source.NODES, node, false);
            }
            for (JsonObject pod : podObjects) {
                followed.inbox.add(Source.FOREIGN_PODS, pod, false);
            }
            followed.handle();
            startsOfThread.add(threadNanos() - threadBegin);
            starts.add(System.nanoTime() - begin);
        }
        rows.add(row("first picture, %,d pods".formatted(podObjects.size()), starts));
        rows.add(row("its processor time, collector apart", startsOfThread));
        Times overHttp = new Times();
        for (int round = 0; round < HTTP_ROUNDS; round++) {
            overHttp.add(HttpStart.nanos(nodeObjects, podObjects));
        }
        rows.add(row("the same over HTTP", overHttp));
        Followed live = followed;
        rows.add(row("pod bound", measure(() -> {
            JsonObject pod = pod(random.nextInt(nodes));
            podObjects.add(pod);
            return () -> event(live, Source.FOREIGN_PODS, pod, false);
        })));
        rows.add(row("pod changed, nothing to do", measure(() -> {
            JsonObject pod = podObjects.get(random.nextInt(podObjects.size()));
            return () -> event(live, Source.FOREIGN_PODS, pod, false);
        })));
        rows.add(row("pod gone", measure(() -> {
            JsonObject pod = podObjects.removeLast();
            return () -> event(live, Source.FOREIGN_PODS, pod, true);
        })));
        rows.add(row("node heartbeat", measure(() -> {
            JsonObject node = nodeObjects.get(random.nextInt(nodes));
            return () -> event(live, Source.NODES, node, false);
        })));
        rows.add(row("node resized", measure(() -> {
            JsonObject node = node(random.nextInt(nodes), random.nextBoolean() ? "64" : "63");
            return () -> event(live, Source.NODES, node, false);
        })));
        Times pictures = new Times();
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            MachinePicture.of(live.engine);
            pictures.add(System.nanoTime() - begin);
        }
        rows.add(row("the audit's picture", pictures));
        return rows;
    }

    /// On a busy machine this says more than the clock.
    private static long threadNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void event(Followed followed, Source source, JsonObject object, boolean isGone) {
        followed.inbox.add(source, object, isGone);
        followed.handle();
    }

    /// Measures single events; making the object does not count.
    private interface Sample {
        Runnable prepare();
    }

    private static Times measure(Sample sample) {
        for (int i = 0; i < WARM_UP; i++) {
            sample.prepare().run();
        }
        Times times = new Times();
        for (int i = 0; i < SAMPLES; i++) {
            Runnable event = sample.prepare();
            long begin = System.nanoTime();
            event.run();
            times.add(System.nanoTime() - begin);
        }
        return times;
    }

    private String row(String what, Times times) {
        return String.format(
                Locale.ROOT, "%-8d %-36s %9.1f us %9.1f us", nodes, what, times.quantile(0.5), times.quantile(0.99));
    }

    private static JsonObject node(int number, String cpu) {
        return object("""
                {"metadata": {"name": "node-%d", "uid": "node-%d", "resourceVersion": "1", "labels": {
                    "kubernetes.io/hostname": "node-%d", "kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux",
                    "topology.kubernetes.io/zone": "zone-%d", "sluice.dev/rack": "rack-%d"}},
                 "spec": {}, "status": {"allocatable":
                    {"cpu": "%s", "memory": "256Gi", "pods": "110", "ephemeral-storage": "512Gi"},
                    "conditions": [{"type": "Ready", "status": "True"}]}}
                """.formatted(number, number, number, number / NODES_PER_RACK % 3, number / NODES_PER_RACK, cpu));
    }

    private JsonObject pod(int node) {
        int number = made++;
        return object("""
                {"metadata": {"namespace": "default", "name": "pod-%d", "uid": "pod-%d", "resourceVersion": "%d"},
                 "spec": {"nodeName": "node-%d", "schedulerName": "default-scheduler", "containers": [{"name": "main",
                    "resources": {"requests": {"cpu": "%dm", "memory": "%dMi"}}}]},
                 "status": {"phase": "Running", "startTime": "2026-01-01T00:00:00Z"}}
                """.formatted(
                number, number, number + 1, node, 100 + random.nextInt(20) * 50, 128 * (1 + random.nextInt(8))));
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text);
    }
}

package dev.sluice.benchmarks.restart;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.queue.postgres.PostgresQueueStore;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Schema;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/// Restarts a scheduler on its database: reads snapshot and records, takes the picture of the cluster, and makes the
/// first pass. The objects are decoded already; the JVM has run one start before.
public final class RestartBenchmark {
    private static final int PODS_PER_NODE = 30;
    private static final int NODES_PER_RACK = 40;
    private static final int SHAPES = 100;
    private static final int ROUNDS = 3;

    private final Clock clock = new SystemClock();
    private final List<JsonObject> nodes = new ArrayList<>();
    private final List<JsonObject> pods = new ArrayList<>();
    private final List<JsonObject> jobs = new ArrayList<>();
    private long term;

    private RestartBenchmark(int nodeCount, int jobCount) {
        for (int i = 0; i < nodeCount; i++) {
            nodes.add(node(i));
            for (int j = 0; j < PODS_PER_NODE; j++) {
                pods.add(pod(i, pods.size()));
            }
        }
        for (int i = 0; i < jobCount; i++) {
            jobs.add(job(i));
        }
    }

    /// Prints the times of some restarts.
    ///
    /// @param arguments the numbers of nodes and of waiting jobs
    public static void main(String... arguments) {
        int nodeCount = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5000;
        int jobCount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
        new RestartBenchmark(nodeCount, jobCount).run();
    }

    private void run() {
        Seeds seeds = new Seeds(1);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();
                Connections connections = new Connections(postgres.database(), "benchmark");
                EmbeddedApiServer server = EmbeddedApiServer.start(clock, seeds, ServerOptions.plain(0))) {
            Schema.migrate(connections);
            Started first = start(connections, server);
            first.report();
            first.work();
            System.out.printf("%,d nodes, %,d pods, %,d jobs queued%n", nodes.size(), pods.size(), jobs.size());
            System.out.printf("%-34s %10s %10s %10s%n", "", "records", "picture", "in all");
            for (int round = 1; round <= ROUNDS; round++) {
                System.gc();
                long begin = System.nanoTime();
                Started next = start(connections, server);
                long read = System.nanoTime();
                next.report();
                next.work();
                long end = System.nanoTime();
                System.out.printf(
                        Locale.ROOT,
                        "%-34s %8.2f s %8.2f s %8.2f s   %,d jobs wait%n",
                        "restart " + round,
                        (read - begin) / 1e9,
                        (end - read) / 1e9,
                        (end - begin) / 1e9,
                        next.scheduler.engine().table().waitingCount());
            }
        }
    }

    private final class Started {
        private final LiveScheduler scheduler;
        private final DeltaInbox inbox;
        private final PostgresQueueStore store;

        Started(LiveScheduler scheduler, DeltaInbox inbox, PostgresQueueStore store) {
            this.scheduler = scheduler;
            this.inbox = inbox;
            this.store = store;
        }

        /// Hands in all objects, as informers do after their lists.
        void report() {
            long version = (long) nodes.size() + pods.size() + jobs.size();
            Map<Source, List<JsonObject>> objects =
                    Map.of(Source.NODES, nodes, Source.FOREIGN_PODS, pods, Source.JOBS, jobs);
            for (Source source : Source.values()) {
                List<Delta> deltas = objects.getOrDefault(source, List.of()).stream()
                        .map(object -> Delta.changed(source, object))
                        .toList();
                inbox.addAll(source, deltas, version);
            }
        }

        /// Turns engine and writers until nothing is left to do.
        void work() {
            List<Step> steps = new ArrayList<>(scheduler.engineSteps());
            steps.add(store.recordWriter());
            steps.add(store.snapshotWriter());
            int done;
            do {
                done = 0;
                for (Step step : steps) {
                    done += step.work(clock.nowNanos());
                }
            } while (done > 0);
        }
    }

    private Started start(Connections connections, EmbeddedApiServer server) {
        term++;
        PostgresQueueStore store =
                PostgresQueueStore.open(connections, StoreOptions.KUBERNETES, new TimerQueue(), new TimerQueue());
        AtomicReference<DeltaInbox> inbox = new AtomicReference<>();
        LiveScheduler scheduler = new LiveScheduler(
                server.kube(),
                new LiveScheduler.Options(
                        ClusterFollower.Options.DEFAULT,
                        EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                        "low",
                        new JobTranslation(Map.of())),
                store,
                term,
                given -> {
                    inbox.set(given);
                    // Nothing is written: the machine is full, so that no job starts.
                    return (_, _) -> {};
                },
                clock,
                InformerCranks.one(new TimerQueue()),
                new TimerQueue(),
                new Seeds(term),
                new LiveScheduler.Listeners(_ -> {}, DecisionListener.NONE),
                ClusterFollower.Wakes.NONE);
        return new Started(scheduler, inbox.get(), store);
    }

    private static JsonObject node(int number) {
        return object("""
                {"metadata": {"name": "node-%d", "uid": "node-%d", "resourceVersion": "1", "labels": {
                    "kubernetes.io/hostname": "node-%d", "topology.kubernetes.io/zone": "zone-%d",
                    "sluice.dev/rack": "rack-%d"}},
                 "spec": {}, "status": {"allocatable":
                    {"cpu": "64", "memory": "256Gi", "pods": "110", "ephemeral-storage": "512Gi"},
                    "conditions": [{"type": "Ready", "status": "True"}]}}
                """.formatted(number, number, number, number / NODES_PER_RACK % 3, number / NODES_PER_RACK));
    }

    private static JsonObject pod(int node, int number) {
        return object("""
                {"metadata": {"namespace": "default", "name": "pod-%d", "uid": "pod-%d", "resourceVersion": "%d"},
                 "spec": {"nodeName": "node-%d", "schedulerName": "default-scheduler", "containers": [{"name": "main",
                    "resources": {"requests": {"cpu": "2", "memory": "1Gi"}}}]},
                 "status": {"phase": "Running", "startTime": "2026-01-01T00:00:00Z"}}
                """.formatted(number, number, number + 1, node));
    }

    /// More cores a pod than a node has free.
    private static JsonObject job(int number) {
        return object("""
                {"metadata": {"namespace": "lab", "name": "job-%d", "uid": "job-%d", "resourceVersion": "%d",
                    "labels": {"sluice.dev/queue": "default"}, "annotations": {"sluice.dev/user": "user-%d"}},
                 "spec": {"suspend": true, "parallelism": %d, "completions": %d, "podReplacementPolicy": "Failed",
                  "template": {"metadata": {},
                    "spec": {"schedulerName": "sluice", "restartPolicy": "Never", "containers": [{"name": "main",
                    "resources": {"requests": {"cpu": "8", "memory": "4Gi"}}}]}}}, "status": {}}
                """.formatted(number, number, number + 1, number % 50, 1 + number % SHAPES, 1 + number % SHAPES));
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text);
    }
}

package dev.sluice.benchmarks.simulate;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Job;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.backfill.Easy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;

/// What it costs to end one job and start another under EASY while so many wait.
final class PassBenchmark {
    private static final int CORES = 1024;
    private static final int SIZES = 64;
    private static final int ROUNDS = 3_000;
    private static final long SECOND = 1_000_000_000L;

    private PassBenchmark() {}

    static void run() {
        System.out.println("EASY, a job ends and others start, by jobs waiting:");
        for (int waiting : new int[] {100, 10_000, 100_000}) {
            measure(waiting);
            System.out.printf(Locale.ROOT, "  %,9d waiting  %8.1f us of own time%n", waiting, measure(waiting));
        }
    }

    /// @return microseconds for each end with all that it leads to
    private static double measure(int waiting) {
        Engine engine = new Engine(EngineOptions.plain(new Easy(), CycleOptions.DEFAULT), pool(), false);
        Jobspec[] requests = new Jobspec[SIZES + 1];
        for (int size = 1; size <= SIZES; size++) {
            requests[size] = cores(size);
        }
        long next = 0;
        long now = SECOND;
        // Those that run: sixteen of 64 cores fill the machine.
        for (; next < CORES / SIZES; next++) {
            engine.handle(new Event.JobSubmitted(Job.of(next, requests[SIZES], 1_000_000 * SECOND)), now);
        }
        engine.settle(now);
        for (int i = 0; i < waiting + ROUNDS; i++, next++) {
            long wall = (1_000_000 + (next * 7919) % 500_000) * SECOND;
            engine.handle(new Event.JobSubmitted(Job.of(next, requests[1 + (int) (next % SIZES)], wall)), now);
        }
        engine.settle(now);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long own = threads.getCurrentThreadCpuTime();
        for (int round = 0; round < ROUNDS; round++) {
            now += SECOND;
            int job = engine.state().firstDue(Long.MAX_VALUE - 1);
            engine.handle(new Event.JobFinished(engine.table().id(job)), now);
            engine.settle(now);
        }
        return (threads.getCurrentThreadCpuTime() - own) / 1e3 / ROUNDS;
    }

    private static ResourceModel pool() {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int pool = graph.addVertex(VertexKind.pool(VertexKind.CORE, "", CORES), 0, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, pool, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        return new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
    }

    private static Jobspec cores(long count) {
        ResourceRequest request = ResourceRequest.of(VertexKind.CORE, Count.exactly(count));
        return new Jobspec(Jobspec.VERSION_1, List.of(request), List.of(), Attributes.NONE);
    }
}

package dev.sluice.benchmarks.queue;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Job;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.order.JobOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Sends many jobs through an engine with live options, and measures passes while a user is at the limit.
public final class QueueBenchmark {
    private static final long SECOND = 1_000_000_000L;
    private static final int CORES = 50_000;

    /// Never scarce; each shape asks for another amount.
    private static final long MEMORY = 1L << 40;

    /// Some ten thousand run, the others wait.
    private static final int ALIVE = 100_000;

    /// Jobs that end together.
    private static final int BURST = 1_000;

    private static final int SIZES = 1_000;
    private static final int CAPPED_JOBS = 90_000;
    private static final int PASSES = 1_000;

    /// Of a job whose pods are replaced one by one.
    private static final int[] PODS = {100, 1_000, 10_000};

    private static final int REPLACEMENTS = 100_000;
    private static final double NANOS_PER_MICRO = 1e3;

    private QueueBenchmark() {}

    public static void main(String[] args) {
        long jobs = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        for (int pods : PODS) {
            Replacements.measure(pods, REPLACEMENTS);
        }
        passCost();
        passThrough(jobs);
    }

    private static void passCost() {
        long any = Long.MAX_VALUE;
        Limit perUser = new Limit(Limit.Scope.USER, new ResourceAmounts(any, any, any, 1));
        QueueRules rules = new QueueRules(QueuePriority.DEFAULT_QUEUE, Optional.empty(), List.of(perUser));
        EngineOptions options =
                new EngineOptions(new Easy(), JobOrder.fifo(), List.of(rules), CycleOptions.DEFAULT, WorldOptions.LIVE);
        Engine engine = new Engine(options, pool(), true);
        Jobspec one = cores(1);
        for (int job = 0; job <= CAPPED_JOBS; job++) {
            engine.handle(submit(job, one, "capped"), 0);
        }
        engine.settle(0);
        double[] micros = new double[PASSES];
        long now = SECOND;
        for (int i = 0; i < PASSES; i++) {
            now += SECOND;
            long id = CAPPED_JOBS + 1L + i;
            long begin = System.nanoTime();
            engine.handle(submit(id, one, "user" + i), now);
            engine.handle(new Event.JobFinished(id - 1), now);
            engine.settle(now);
            micros[i] = (System.nanoTime() - begin) / NANOS_PER_MICRO;
        }
        Arrays.sort(micros);
        System.out.printf(
                Locale.ROOT,
                "%,d jobs of a user at the limit, another user's job ends and the next one starts: %.1f us (p99 %.1f us)%n",
                CAPPED_JOBS,
                micros[PASSES / 2],
                micros[PASSES * 99 / 100]);
    }

    private static void passThrough(long jobs) {
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        Engine engine = new Engine(options, pool(), true);
        engine.handle(new Event.NodeAdded(node(0)), 0);
        ArrayDeque<Long> running = new ArrayDeque<>();
        long begin = System.nanoTime();
        long next = 0;
        long ended = 0;
        long now = SECOND;
        while (ended < jobs) {
            now += SECOND;
            for (; next < jobs && next - ended < ALIVE; next++) {
                // Request shapes come and go: a new one for every thousand jobs, which ask for one core to eight.
                long number = next / SIZES;
                engine.handle(submit(next, pod(1 + number % 8, 1 + number), "user" + next % 50), now);
            }
            starts(engine.settle(now).decisions(), running);
            for (int i = 0; i < BURST && !running.isEmpty(); i++, ended++) {
                engine.handle(new Event.JobFinished(running.remove()), now);
            }
            starts(engine.settle(now).decisions(), running);
            replaceNode(engine, now);
            if (ended % 500_000 == 0) {
                report(ended, jobs, next - ended, begin);
            }
        }
        report(ended, jobs, next - ended, begin);
    }

    private static void report(long ended, long jobs, long alive, long begin) {
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
                Locale.ROOT,
                "%,12d of %,d jobs have ended, %,d alive; %,d MiB in use of at most %,d; %.0f s%n",
                ended,
                jobs,
                alive,
                (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                runtime.maxMemory() >> 20,
                (System.nanoTime() - begin) / 1e9);
    }

    private static void starts(List<Decision> decisions, ArrayDeque<Long> running) {
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Start start) {
                running.add(start.job());
            }
        }
    }

    private static Event submit(long id, Jobspec jobspec, String user) {
        return new Event.JobSubmitted(Job.of(id, jobspec, 1_000_000 * SECOND).ownedBy(new Owner(user, "")));
    }

    private static ResourceModel pool() {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int pool = graph.addVertex(VertexKind.pool(VertexKind.CORE, "", CORES), 0, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, pool, ResourceGraph.CONTAINMENT);
        int memory = graph.addVertex(VertexKind.pool("memory", "", MEMORY), 0, 2, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, memory, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        return new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
    }

    /// Nodes come and go as well, under ever new names; jobs are too many for them.
    private static void replaceNode(Engine engine, long now) {
        long number = now / SECOND;
        engine.handle(new Event.NodeAdded(node(number)), now);
        engine.handle(new Event.NodeRemoved("/cluster0/node" + (number - 1)), now);
    }

    private static ResourceGraph node(long number) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        VertexKind kind = new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1);
        int node = graph.addVertex(kind, number, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
        int gpu = graph.addVertex(VertexKind.pool(VertexKind.GPU, "", 8), 0, 2, ResourceGraph.NO_RANK);
        graph.addEdge(node, gpu, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        return graph;
    }

    private static Jobspec pod(long cores, long memory) {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(1),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(cores)),
                ResourceRequest.of("memory", Count.exactly(memory)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private static Jobspec cores(long count) {
        ResourceRequest request = ResourceRequest.of(VertexKind.CORE, Count.exactly(count));
        return new Jobspec(Jobspec.VERSION_1, List.of(request), List.of(), Attributes.NONE);
    }
}

package dev.sluice.benchmarks.queue;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Replaces the pods of one running job one by one: each that ends gives back its share, and another gets a place.
///
/// Each replacement makes one more piece of what the job holds, until all its pods are pieces of their own.
final class Replacements {
    private static final long SECOND = 1_000_000_000L;
    private static final int PODS_PER_NODE = 40;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final Map<String, Long> POD = Map.of(VertexKind.CORE, 1L, "memory", 2L);

    private final int pods;
    private final Engine engine;

    /// The nodes of the pods, the oldest pod first.
    private final ArrayDeque<String> nodes = new ArrayDeque<>();

    private Replacements(int pods) {
        this.pods = pods;
        int count = pods / PODS_PER_NODE + 2;
        ResourceGraph graph = GraphBuilder.cluster("cluster")
                .each(
                        VertexKind.NODE,
                        count,
                        node -> node.pool(VertexKind.CORE, "", PODS_PER_NODE).pool("memory", "", 2 * PODS_PER_NODE))
                .build();
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        this.engine = new Engine(
                options, new ResourceModel(graph, MatchPolicy.named("low").orElseThrow()), true);
    }

    static void measure(int pods, int replacements) {
        Replacements run = new Replacements(pods);
        run.start();
        double[] micros = new double[replacements];
        for (int i = 0; i < replacements; i++) {
            long begin = System.nanoTime();
            run.replace(i);
            micros[i] = (System.nanoTime() - begin) / NANOS_PER_MICRO;
        }
        Arrays.sort(micros);
        System.out.printf(
                Locale.ROOT,
                "a pod of a job of %,d is replaced, %,d times: %.1f us (p99 %.1f us)%n",
                pods,
                replacements,
                micros[replacements / 2],
                micros[(int) (replacements * 99L / 100)]);
    }

    private void start() {
        Job job = Job.of(1, pods(pods), 1_000_000 * SECOND).withParts(JobParts.fixed(pods(1), pods));
        engine.handle(new Event.JobSubmitted(job), 0);
        List<Decision> decisions = engine.settle(0).decisions();
        if (!(decisions.getFirst() instanceof Decision.Start start)) {
            throw new IllegalStateException("the job did not start: " + decisions);
        }
        for (int i = 0; i < start.placement().entryCount(); i++) {
            int vertex = start.placement().entryVertex(i);
            if (engine.state().machine().graph().type(vertex).equals(VertexKind.CORE)) {
                for (long pod = 0; pod < start.placement().entryAmount(i); pod++) {
                    nodes.add(engine.state()
                            .machine()
                            .graph()
                            .path(engine.state().machine().graph().parent(vertex)));
                }
            }
        }
    }

    private void replace(long second) {
        long now = (second + 1) * SECOND;
        engine.handle(new Event.PartEnded(1, new NodeUse(nodes.remove(), POD)), now);
        Decision decision =
                engine.handle(new Event.PartsWanted(1, 1), now).decisions().getFirst();
        if (!(decision instanceof Decision.Extend extend)) {
            throw new IllegalStateException("the pod was not replaced: " + decision);
        }
        engine.settle(now);
        ResourceGraph graph = engine.state().machine().graph();
        Placement placement = extend.placement();
        nodes.add(graph.path(graph.parent(placement.entryVertex(0))));
    }

    private static Jobspec pods(int count) {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(count),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(1)),
                ResourceRequest.of("memory", Count.exactly(2)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }
}

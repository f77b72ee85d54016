package dev.sluice.benchmarks;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Matcher;
import dev.sluice.graph.match.ReferenceMatcher;
import dev.sluice.graph.match.ReferenceOccupancy;
import dev.sluice.graph.match.View;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.runtime.fault.Invariants;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// A match on a half-full machine: a job of four nodes with eight cores of a socket each is placed, and a
/// random earlier one is given back. The plain version looks at all of the machine, as the tests' reference
/// does.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class MatchBenchmark {
    private static final long SECONDS = 3600;
    private static final int CHECKED = 20;
    private static final String JOB = """
            version: 9999
            resources:
              - type: node
                count: 4
                with:
                  - type: socket
                    count: 1
                    with:
                      - {type: slot, count: 1, label: task, with: [{type: core, count: 8}]}
            attributes: {system: {duration: 3600}}
            tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
            """;

    @Param({"100", "1000", "10000"})
    int nodes;

    @Param({"low", "lonode", "high", "first"})
    @SuppressWarnings("NullAway.Init") // set by JMH
    String policy;

    private final Jobspec job = JobspecReader.read(JOB, "job", Dialect.FLUX_SCHED);
    private final RandomGenerator random = new Seeds(1).forActor("jobs");
    private final List<Occupancy.Holding> held = new ArrayList<>();
    private long jobs;

    @SuppressWarnings("NullAway.Init") // set before the first match
    private Occupancy occupancy;

    @SuppressWarnings("NullAway.Init")
    private Matcher matcher;

    @SuppressWarnings("NullAway.Init")
    private ReferenceMatcher reference;

    @SuppressWarnings("NullAway.Init")
    private ReferenceOccupancy plain;

    @Setup(Level.Trial)
    public void fill() {
        ResourceGraph graph = machine();
        MatchPolicy chosen = MatchPolicy.named(policy).orElseThrow();
        occupancy = new Occupancy(graph);
        matcher = new Matcher(graph, occupancy, chosen);
        plain = new ReferenceOccupancy(graph);
        reference = new ReferenceMatcher(graph, plain, chosen);
        int half = nodes / 4;
        for (int i = 0; i < half; i++) {
            Optional<Placement> placement = matcher.match(job, View.NOW, 0, SECONDS);
            if (i < CHECKED) {
                Optional<Placement> expected = reference.match(job, View.NOW, 0, SECONDS);
                Invariants.check(
                        text(graph, placement).equals(text(graph, expected)), "the answers differ at job (%d)", i);
            }
            hold(placement.orElseThrow());
        }
    }

    private static String text(ResourceGraph graph, Optional<Placement> placement) {
        return placement.map(found -> SimpleWriter.simple(graph, found)).orElse("none");
    }

    private ResourceGraph machine() {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        for (int i = 0; i < nodes; i++) {
            int node = graph.addVertex(new VertexKind("node", "node", "", 1), i, graph.vertexCount(), i);
            graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
            for (int j = 0; j < 2; j++) {
                int socket = graph.addVertex(new VertexKind("socket", "socket", "", 1), j, graph.vertexCount(), i);
                graph.addEdge(node, socket, ResourceGraph.CONTAINMENT);
                for (int k = 0; k < 16; k++) {
                    int core = graph.addVertex(new VertexKind("core", "core", "", 1), k, graph.vertexCount(), i);
                    graph.addEdge(socket, core, ResourceGraph.CONTAINMENT);
                }
            }
        }
        return graph;
    }

    private void hold(Placement placement) {
        Occupancy.Holding holding = new Occupancy.Holding(jobs++, placement, 0, SECONDS, false);
        occupancy.hold(holding);
        reference.noteUse(placement, true);
        plain.hold(holding.job(), placement, 0, SECONDS, false);
        held.add(holding);
    }

    private void replace(Placement placement) {
        hold(placement);
        int index = random.nextInt(held.size());
        Occupancy.Holding gone = held.set(index, held.getLast());
        held.removeLast();
        occupancy.release(gone.job());
        plain.release(gone.job());
        reference.noteUse(gone.placement(), false);
    }

    @Benchmark
    public long matcher() {
        replace(matcher.match(job, View.NOW, 0, SECONDS).orElseThrow());
        return jobs;
    }

    @Benchmark
    public long plain() {
        replace(reference.match(job, View.NOW, 0, SECONDS).orElseThrow());
        return jobs;
    }
}

package dev.sluice.graph.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Jobs hold parts and shares, other schedulers' work is entered unasked, and all of it comes and goes one by one.
class SharesProperties {
    private static final int EVENTS = 40;
    private static final long HORIZON = 24;
    private static final int JOBS = 4;

    @Property(tries = 400)
    void everyAnswerIsThatOfPlainLists(@ForAll long seed) {
        Random random = new Random(seed);
        Run run = new Run();
        if (random.nextBoolean()) {
            int[] nodes = run.nodes.stream().mapToInt(Integer::intValue).toArray();
            run.occupancy.group(new OrderedVertices(nodes, run.occupancy.layout()));
        }
        for (int event = 0; event < EVENTS; event++) {
            run.happen(random);
            run.compare(run.occupancy);
        }
        run.compare(new Occupancy(run.occupancy, run.graph));
    }

    /// A copy and the original change independently.
    @Property(tries = 100)
    void copiesDoNotShareChanges(@ForAll long seed) {
        Random random = new Random(seed);
        Run run = new Run();
        run.happen(random, EVENTS);
        Occupancy copy = new Occupancy(run.occupancy, run.graph);
        List<PlainOccupancy.Line> lines = List.copyOf(run.plain.lines);
        run.happen(random, EVENTS);
        run.compare(run.occupancy);
        run.plain.lines.clear();
        run.plain.lines.addAll(lines);
        run.compare(copy);
    }

    @Property(tries = 100)
    void nothingIsLeftWhenAllSharesAreReleased(@ForAll long seed) {
        Run run = new Run();
        run.happen(new Random(seed), EVENTS);
        for (long job = 0; job < JOBS; job++) {
            for (int node : run.nodes) {
                run.occupancy.releaseAt(job, node);
            }
        }
        run.plain.lines.clear();
        assertThat(run.occupancy.holdings()).isEmpty();
        run.compare(run.occupancy);
    }

    private static ResourceGraph machine() {
        return GraphBuilder.cluster("cluster")
                .each(
                        "rack",
                        2,
                        rack -> rack.each(
                                VertexKind.NODE,
                                3,
                                node -> node.pool(VertexKind.CORE, "m", 8)
                                        .pool("memory", "B", 1L << 34)
                                        .each(VertexKind.GPU, 2)))
                .build();
    }

    /// A machine, what is held of it, and the same as plain lists.
    private static final class Run {
        private final ResourceGraph graph = machine();
        private final Occupancy occupancy = new Occupancy(graph);
        private final PlainOccupancy plain = new PlainOccupancy(graph);
        private int parts;
        private final List<Integer> nodes = verticesOf(VertexKind.NODE);

        void happen(Random random, int events) {
            for (int event = 0; event < events; event++) {
                happen(random);
            }
        }

        private void happen(Random random) {
            long job = random.nextInt(JOBS);
            int node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> enter(random, job, 1 + random.nextInt(4));
                case 3 -> {
                    occupancy.release(job);
                    plain.lines.removeIf(line -> line.job() == job);
                }
                case 4, 5 -> {
                    int at = random.nextBoolean() ? node : graph.target(graph.firstOut(node));
                    assertThat(occupancy.releaseAt(job, at)).isEqualTo(holds(job, at));
                    plain.releaseAt(job, at);
                }
                case 6 -> reduce(random, job, node);
                default -> {
                    if (!occupancy.holdings(job).isEmpty()) {
                        long end = 1
                                + random.nextInt((int) HORIZON)
                                + occupancy.holdings(job).stream()
                                        .mapToLong(Holding::start)
                                        .max()
                                        .orElse(0);
                        occupancy.setEnd(job, end);
                        plain.lines.replaceAll(line -> line.job() == job
                                ? new PlainOccupancy.Line(
                                        job,
                                        line.part(),
                                        line.vertex(),
                                        line.amount(),
                                        line.exclusive(),
                                        line.start(),
                                        end,
                                        line.reserved())
                                : line);
                    }
                }
            }
        }

        /// Takes something of some nodes, free or not.
        private void enter(Random random, long job, int count) {
            long start = random.nextInt(4) == 0 ? 1 + random.nextInt((int) HORIZON) : 0;
            long end = start + 1 + random.nextInt((int) HORIZON);
            TreeMap<Integer, Long> amounts = new TreeMap<>(Comparator.comparingInt(occupancy.layout()::post));
            List<Integer> exclusive = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int node = nodes.get(random.nextInt(nodes.size()));
                boolean isWhole = random.nextInt(5) == 0;
                for (int above = node; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    amounts.put(above, 1L);
                }
                if (isWhole) {
                    exclusive.add(node);
                    continue;
                }
                for (int edge = graph.firstOut(node); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                    int child = graph.target(edge);
                    if (random.nextBoolean()) {
                        amounts.put(child, graph.isDivisible(child) ? 1 + random.nextLong(graph.size(child)) : 1);
                        if (!graph.isDivisible(child)) {
                            exclusive.add(child);
                        }
                    }
                }
            }
            parts++;
            Placement.Builder placement = Placement.builder();
            amounts.forEach((vertex, amount) -> {
                boolean isExclusive = exclusive.contains(vertex);
                placement.add(
                        vertex,
                        graph.edgeTo(vertex),
                        amount,
                        isExclusive,
                        occupancy.layout().depth(vertex));
                plain.lines.add(
                        new PlainOccupancy.Line(job, parts, vertex, amount, isExclusive, start, end, start > 0));
            });
            occupancy.force(new Holding(job, placement.build(), start, end, start > 0));
        }

        private void reduce(Random random, long job, int node) {
            for (int edge = graph.firstOut(node); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                int pool = graph.target(edge);
                long held = plain.shares(job).getOrDefault(pool, 0L);
                if (graph.isDivisible(pool) && held > 1) {
                    long by = 1 + random.nextLong(held - 1);
                    occupancy.reduceAt(job, pool, by);
                    plain.reduceAt(job, pool, by);
                    return;
                }
            }
        }

        private boolean holds(long job, int node) {
            return plain.lines.stream().anyMatch(line -> line.job() == job && line.vertex() == node);
        }

        private void compareShares(Occupancy found) {
            for (long job = 0; job < JOBS; job++) {
                Map<Integer, Long> shares = plain.shares(job);
                assertThat(visited(found, job, graph.root())).isEqualTo(shares);
                List<Integer> inOrder = shares.keySet().stream()
                        .sorted(Comparator.comparingInt(found.layout()::post))
                        .toList();
                int last = found.lastShareBefore(job, ResourceGraph.NO_VERTEX);
                assertThat(last).isEqualTo(inOrder.isEmpty() ? ResourceGraph.NO_VERTEX : inOrder.getLast());
                for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                    assertThat(found.amountAt(job, vertex)).isEqualTo(shares.getOrDefault(vertex, 0L));
                }
                for (int node : nodes) {
                    Map<Integer, Long> there = new HashMap<>(shares);
                    there.keySet().removeIf(vertex -> vertex != node && graph.parent(vertex) != node);
                    assertThat(visited(found, job, node)).isEqualTo(there);
                    int first = found.layout().firstPost(node);
                    assertThat(found.lastShareBefore(job, node))
                            .isEqualTo(inOrder.stream()
                                    .filter(vertex -> found.layout().post(vertex) < first)
                                    .reduce(ResourceGraph.NO_VERTEX, (_, later) -> later));
                }
            }
        }

        private static Map<Integer, Long> visited(Occupancy found, long job, int vertex) {
            Map<Integer, Long> shares = new HashMap<>();
            found.visitShares(
                    job,
                    vertex,
                    (at, amount, _, _) -> assertThat(shares.put(at, amount))
                            .as("vertex %d twice", at)
                            .isNull());
            return shares;
        }

        private void compare(Occupancy found) {
            compareShares(found);
            Layout layout = found.layout();
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                assertThat(found.availability().isAllocated(vertex))
                        .as(graph.path(vertex))
                        .isEqualTo(plain.isAllocated(vertex));
                for (long start = 0; start < HORIZON; start += 5) {
                    assertThat(found.availability().free(vertex, start, start + 4))
                            .as(graph.path(vertex))
                            .isEqualTo(plain.free(vertex, start, start + 4));
                    assertThat(found.availability().isUnused(vertex, start, start + 4))
                            .as(graph.path(vertex))
                            .isEqualTo(plain.isUnused(vertex, start, start + 4));
                    assertThat(found.availability().freeCores(vertex, start, start + 4))
                            .as("cores of %s", graph.path(vertex))
                            .isGreaterThanOrEqualTo(plain.free(vertex, VertexKind.CORE, start, start + 4));
                }
                if (layout.inner(vertex) != Layout.NOT_INNER) {
                    for (String type : List.of(VertexKind.CORE, "memory", VertexKind.GPU)) {
                        assertThat(found.availability().stock().free(vertex, layout.counted(graph.typeNumber(type))))
                                .as("%s of %s in stock", type, graph.path(vertex))
                                .isEqualTo(plain.stock(vertex, type));
                    }
                }
            }
        }

        private List<Integer> verticesOf(String type) {
            List<Integer> found = new ArrayList<>();
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (graph.type(vertex).equals(type)) {
                    found.add(vertex);
                }
            }
            return found;
        }
    }
}

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
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Jobs hold parts and shares, other schedulers' work is entered unasked, and all of it comes and goes one by one.
class SharesProperties {
    private static final int EVENTS = 40;
    private static final long HORIZON = 24;
    private static final int JOBS = 6;

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
                    assertThat(occupancy.releaseAt(job, node)).isEqualTo(holds(job, node));
                    plain.lines.removeIf(line -> line.job() == job && graph.parent(line.vertex()) == node);
                    plain.lines.removeIf(line -> line.job() == job && line.vertex() == node);
                    dropEmpty(job);
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
            List<PlainOccupancy.Line> pools = plain.lines.stream()
                    .filter(line -> line.job() == job
                            && graph.isDivisible(line.vertex())
                            && graph.parent(line.vertex()) == node
                            && line.amount() > 1)
                    .toList();
            if (pools.isEmpty()) {
                return;
            }
            PlainOccupancy.Line chosen = pools.get(random.nextInt(pools.size()));
            long by = 1 + random.nextLong(chosen.amount() - 1);
            // The part entered last gives it back, if it has more.
            PlainOccupancy.Line last = pools.stream()
                    .filter(line -> line.vertex() == chosen.vertex() && line.amount() > by)
                    .reduce(chosen, (_, later) -> later);
            occupancy.reduceAt(job, last.vertex(), by);
            int at = plain.lines.lastIndexOf(last);
            plain.lines.set(
                    at,
                    new PlainOccupancy.Line(
                            job,
                            last.part(),
                            last.vertex(),
                            last.amount() - by,
                            false,
                            last.start(),
                            last.end(),
                            last.reserved()));
        }

        private boolean holds(long job, int node) {
            return plain.lines.stream().anyMatch(line -> line.job() == job && line.vertex() == node);
        }

        /// Racks and the cluster of a part go with the last node of that part.
        private void dropEmpty(long job) {
            plain.lines.removeIf(line -> line.job() == job
                    && graph.firstOut(line.vertex()) != ResourceGraph.NO_EDGE
                    && !nodes.contains(line.vertex())
                    && plain.lines.stream()
                            .noneMatch(other -> other.job() == job
                                    && nodes.contains(other.vertex())
                                    && other.part() == line.part()
                                    && isBelow(other.vertex(), line.vertex())));
        }

        private boolean isBelow(int vertex, int above) {
            int at = vertex;
            while (at != ResourceGraph.NO_VERTEX && at != above) {
                at = graph.parent(at);
            }
            return at == above;
        }

        private void compare(Occupancy found) {
            Layout layout = found.layout();
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                assertThat(found.isAllocated(vertex)).as(graph.path(vertex)).isEqualTo(plain.isAllocated(vertex));
                for (long start = 0; start < HORIZON; start += 5) {
                    assertThat(found.free(vertex, start, start + 4))
                            .as(graph.path(vertex))
                            .isEqualTo(plain.free(vertex, start, start + 4));
                    assertThat(found.isUnused(vertex, start, start + 4))
                            .as(graph.path(vertex))
                            .isEqualTo(plain.isUnused(vertex, start, start + 4));
                    assertThat(found.freeCores(vertex, start, start + 4))
                            .as("cores of %s", graph.path(vertex))
                            .isGreaterThanOrEqualTo(plain.free(vertex, VertexKind.CORE, start, start + 4));
                }
                if (layout.inner(vertex) != Layout.NOT_INNER) {
                    for (String type : List.of(VertexKind.CORE, "memory", VertexKind.GPU)) {
                        assertThat(found.stock().free(vertex, layout.counted(graph.typeNumber(type))))
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

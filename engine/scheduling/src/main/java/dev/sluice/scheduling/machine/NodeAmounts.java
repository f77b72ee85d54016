package dev.sluice.scheduling.machine;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Amounts of resources on one node, by type, as another scheduler's work holds them: it has taken them already, so
/// they are entered and never searched for.
///
/// The report says how many GPUs are held, not which. Units and pools that are still free are taken first; what exceeds
/// them over-commits the node, up to [#OVERCOMMITTED_MAX] and [#UNIT_OVERCOMMITTED_MAX].
///
/// A cluster's first picture enters every pod here. So the vertices of the node are visited once for all types, in the
/// order that the placement has, and nothing is boxed or sorted.
public final class NodeAmounts {
    /// By how much a pool may be over-committed: 64 TiB, or 70 billion cores. Other schedulers' pods may request a
    /// pebibyte each; that must not overflow the timelines, which add up 16,000 such nodes within 2^60. Beyond
    /// this a pod counts for less, until others release something.
    public static final long OVERCOMMITTED_MAX = 1L << 46;

    /// By how many jobs beside the first a unit may be over-committed. A vertex counts at most 127 that have it
    /// exclusively.
    public static final long UNIT_OVERCOMMITTED_MAX = 63;

    private static final int INITIAL = 8;

    private final ResourceModel machine;
    private final ResourceGraph graph;
    private final Layout layout;
    private final int node;

    /// By type: its name, its number, and the amount that is still to be entered.
    private final String[] types;

    private final int[] numbers;
    private final long[] rest;
    private int typeCount;

    /// The vertices of these types in post-order: which type, and how much is taken of each.
    private int[] vertices = new int[INITIAL];

    private int[] typeOf = new int[INITIAL];
    private long[] taken = new long[INITIAL];
    private int count;

    /// The vertices on the node that contain an entry of the placement and are not added yet, the deepest last.
    private int[] open = new int[INITIAL];

    private int openCount;
    private boolean sharesUnits;

    private NodeAmounts(ResourceModel machine, int node, int typesMax) {
        this.machine = machine;
        this.graph = machine.graph();
        this.layout = machine.occupancy().layout();
        this.node = node;
        this.types = new String[typesMax];
        this.numbers = new int[typesMax];
        this.rest = new long[typesMax];
    }

    /// A placement, and the amounts that could not be entered, since the node has too few units or none.
    ///
    /// @param sharesUnits whether others hold some of its units, or some could not be entered. When they release
    ///     theirs, which units this work has must be found anew: the released ones are not free.
    public record Entered(Placement placement, Map<String, Long> missing, boolean sharesUnits) {}

    public static Entered enter(ResourceModel machine, int node, Map<String, Long> amounts) {
        NodeAmounts entry = new NodeAmounts(machine, node, amounts.size());
        amounts.forEach(entry::want);
        entry.findVertices();
        entry.takeFree();
        entry.overcommit();
        Map<String, Long> missing = entry.missing();
        return new Entered(entry.placement(), missing, entry.sharesUnits);
    }

    private void want(String type, long amount) {
        if (amount > 0) {
            types[typeCount] = type;
            numbers[typeCount] = graph.typeNumber(type);
            rest[typeCount++] = amount;
        }
    }

    private void findVertices() {
        for (int vertex = layout.firstBelow(node); vertex != node; vertex = layout.nextInOrder(vertex)) {
            int number = graph.typeNumber(vertex);
            for (int type = 0; type < typeCount; type++) {
                if (numbers[type] == number) {
                    add(vertex, type);
                }
            }
        }
    }

    private void add(int vertex, int type) {
        if (count == vertices.length) {
            vertices = Arrays.copyOf(vertices, 2 * count);
            typeOf = Arrays.copyOf(typeOf, 2 * count);
            taken = Arrays.copyOf(taken, 2 * count);
        }
        vertices[count] = vertex;
        typeOf[count++] = type;
    }

    private void takeFree() {
        for (int i = 0; i < count; i++) {
            long wanted = rest[typeOf[i]];
            long free = wanted <= 0 ? 0 : machine.occupancy().availability().notAllocated(vertices[i]);
            if (free > 0) {
                take(i, graph.isDivisible(vertices[i]) ? Math.min(wanted, free) : graph.size(vertices[i]));
            }
        }
    }

    /// Takes what others hold as well: any amount of a pool, and each unit once, up to the limits.
    private void overcommit() {
        for (int i = 0; i < count; i++) {
            long wanted = rest[typeOf[i]];
            if (wanted <= 0) {
                continue;
            }
            long before = machine.occupancy().availability().overcommitted(vertices[i]);
            if (graph.isDivisible(vertices[i])) {
                take(i, Math.clamp(OVERCOMMITTED_MAX - before, 0, wanted));
            } else if (taken[i] == 0 && before < UNIT_OVERCOMMITTED_MAX) {
                take(i, graph.size(vertices[i]));
                sharesUnits = true;
            }
        }
    }

    private void take(int i, long amount) {
        taken[i] += amount;
        rest[typeOf[i]] -= amount;
    }

    private Map<String, Long> missing() {
        Map<String, Long> missing = new HashMap<>(0);
        for (int type = 0; type < typeCount; type++) {
            if (rest[type] > 0) {
                missing.put(types[type], rest[type]);
                sharesUnits |= hasVertices(type);
            }
        }
        return Map.copyOf(missing);
    }

    private boolean hasVertices(int type) {
        for (int i = 0; i < count; i++) {
            if (typeOf[i] == type) {
                return true;
            }
        }
        return false;
    }

    /// Adds what is taken, in post-order with the vertices that contain it, and the node even if nothing is.
    private Placement placement() {
        Placement.Builder placement = Placement.builder();
        for (int i = 0; i < count; i++) {
            int vertex = vertices[i];
            if (taken[i] == 0) {
                continue;
            }
            addOpen(placement, layout.post(vertex));
            if (openCount > 0 && open[openCount - 1] == vertex) {
                openCount--;
            }
            placement.add(vertex, graph.edgeTo(vertex), taken[i], !graph.isDivisible(vertex), layout.depth(vertex));
            openAbove(vertex);
        }
        addOpen(placement, layout.post(node));
        for (int above = node; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            addShared(placement, above);
        }
        return placement.build();
    }

    /// Adds the open vertices that precede a place in post-order.
    private void addOpen(Placement.Builder placement, int before) {
        while (openCount > 0 && layout.post(open[openCount - 1]) < before) {
            int vertex = open[--openCount];
            addShared(placement, vertex);
            openAbove(vertex);
        }
    }

    private void openAbove(int vertex) {
        int above = graph.parent(vertex);
        if (above == node || (openCount > 0 && open[openCount - 1] == above)) {
            return;
        }
        if (openCount == open.length) {
            open = Arrays.copyOf(open, 2 * openCount);
        }
        open[openCount++] = above;
    }

    private void addShared(Placement.Builder placement, int vertex) {
        int edge = vertex == graph.root() ? ResourceGraph.NO_EDGE : graph.edgeTo(vertex);
        placement.add(vertex, edge, graph.size(vertex), false, layout.depth(vertex));
    }
}

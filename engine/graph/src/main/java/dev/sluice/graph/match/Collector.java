package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Turns the vertices that a match has chosen into a placement: adds the ancestors that the request omits, and
/// orders children before parents.
final class Collector {
    private static final int FEW = 8;
    private static final int INDEX_BITS = 31;
    private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final CandidateTree tree;
    private final int nodeType;
    private Layout layout;

    private int[] vertices = new int[256];
    private long[] amounts = new long[256];
    private boolean[] exclusive = new boolean[256];
    private boolean[] whole = new boolean[256];
    private long[] keys = new long[256];
    private int count;
    private final Placement.Builder placement = Placement.builder();

    Collector(ResourceGraph graph, Layout layout, MatchPolicy policy, CandidateTree tree) {
        this.graph = graph;
        this.policy = policy;
        this.tree = tree;
        this.nodeType = graph.typeNumber(VertexKind.NODE);
        this.layout = layout;
    }

    void start(Layout of) {
        layout = of;
        count = 0;
    }

    /// @param isWhole whether the job gets the root with everything below it
    void addRoot(boolean isWhole) {
        add(graph.root(), graph.size(graph.root()), isWhole, isWhole);
    }

    /// Adds a list of chosen vertices with everything chosen below them, and the vertices between them and `above`.
    void collect(int first, int above) {
        int lastBetween = ResourceGraph.NO_VERTEX;
        for (int entry = first; entry != CandidateTree.NONE; entry = tree.next(entry)) {
            int vertex = tree.vertex(entry);
            if (vertex != graph.root()) {
                add(vertex, tree.amount(entry), tree.isExclusive(entry), tree.isWhole(entry));
            }
            if (!tree.isWhole(entry) && tree.inside(entry) != CandidateTree.NONE) {
                collect(tree.inside(entry), vertex);
            }
            int between = vertex == above ? above : graph.parent(vertex);
            if (between == lastBetween) {
                continue;
            }
            lastBetween = between;
            for (; between != above && between != ResourceGraph.NO_VERTEX; between = graph.parent(between)) {
                boolean all = policy.nodeExclusive() && graph.typeNumber(between) == nodeType;
                add(between, graph.size(between), all, all);
            }
        }
    }

    private void add(int vertex, long amount, boolean isExclusive, boolean isWhole) {
        if (count == vertices.length) {
            grow();
        }
        vertices[count] = vertex;
        amounts[count] = amount;
        exclusive[count] = isExclusive;
        whole[count] = isWhole;
        keys[count] = ((long) layout.post(vertex) << INDEX_BITS) | count;
        count++;
    }

    /// @param like returned instead of a new placement if it is equal
    Placement build(@Nullable Placement like) {
        sortKeys();
        // From the root down, drops the entries below a whole one.
        int wholeDepth = Integer.MAX_VALUE;
        for (int i = count - 1; i >= 0; i--) {
            int at = (int) (keys[i] & INDEX_MASK);
            int depth = layout.depth(vertices[at]);
            if (depth > wholeDepth) {
                keys[i] = -1;
                continue;
            }
            wholeDepth = whole[at] && layout.inner(vertices[at]) != Layout.NOT_INNER ? depth : Integer.MAX_VALUE;
        }
        placement.clear();
        for (int i = 0; i < count; i++) {
            if (keys[i] >= 0) {
                i = addMerged(i);
            }
        }
        return placement.build(like);
    }

    /// Most placements are small, and a library's sort has much to consider before it begins.
    private void sortKeys() {
        if (count > FEW) {
            Arrays.sort(keys, 0, count);
            return;
        }
        for (int i = 1; i < count; i++) {
            long key = keys[i];
            int at = i;
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
            }
            keys[at] = key;
        }
    }

    /// A pool may have been chosen more than once, and a level left out was met below each of its children.
    ///
    /// @return the place of the last one of the same vertex
    private int addMerged(int from) {
        int at = (int) (keys[from] & INDEX_MASK);
        int vertex = vertices[at];
        long amount = amounts[at];
        boolean isExclusive = exclusive[at];
        boolean isWhole = whole[at];
        int to = from;
        while (to + 1 < count && keys[to + 1] >= 0 && vertices[(int) (keys[to + 1] & INDEX_MASK)] == vertex) {
            int other = (int) (keys[++to] & INDEX_MASK);
            amount = graph.isDivisible(vertex) ? amount + amounts[other] : amount;
            isExclusive |= exclusive[other];
            isWhole |= whole[other];
        }
        int edge = vertex == graph.root() ? ResourceGraph.NO_EDGE : graph.edgeTo(vertex);
        if (isWhole && layout.inner(vertex) != Layout.NOT_INNER) {
            placement.addWhole(graph, vertex, edge, layout.depth(vertex));
        } else {
            placement.add(vertex, edge, amount, isExclusive, layout.depth(vertex));
        }
        return to;
    }

    private void grow() {
        vertices = Arrays.copyOf(vertices, 2 * count);
        amounts = Arrays.copyOf(amounts, 2 * count);
        exclusive = Arrays.copyOf(exclusive, 2 * count);
        whole = Arrays.copyOf(whole, 2 * count);
        keys = Arrays.copyOf(keys, 2 * count);
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;

/// The edges that a match has chosen so far.
///
/// A choice below a vertex is marked before it is known whether the vertex itself will be chosen. Only edges that
/// marks connect to the root are read in the end, and the next match uses a new mark number.
final class Marks {
    private final ResourceGraph graph;
    private long[] markOf = new long[0];
    private long[] amounts = new long[0];
    private boolean[] exclusive = new boolean[0];
    private boolean[] whole = new boolean[0];
    private long current;

    Marks(ResourceGraph graph) {
        this.graph = graph;
    }

    void begin() {
        current++;
        if (markOf.length < graph.edgeCount()) {
            markOf = new long[graph.edgeCount()];
            amounts = new long[graph.edgeCount()];
            exclusive = new boolean[graph.edgeCount()];
            whole = new boolean[graph.edgeCount()];
        }
    }

    /// @param isWhole whether the whole subtree is included
    void set(int edge, long amount, boolean isExclusive, boolean isWhole) {
        markOf[edge] = current;
        amounts[edge] = amount;
        exclusive[edge] = isExclusive;
        whole[edge] = isWhole;
    }

    /// Adds an amount of a pool.
    void add(int edge, long amount) {
        set(edge, amount + (isSet(edge) ? amounts[edge] : 0), false, false);
    }

    boolean isSet(int edge) {
        return markOf[edge] == current;
    }

    Placement read(boolean rootIsExclusive, boolean rootIsWhole) {
        Placement.Builder placement = Placement.builder();
        follow(graph.root(), 1, rootIsWhole, placement);
        placement.add(graph.root(), ResourceGraph.NO_EDGE, graph.size(graph.root()), rootIsExclusive, 1);
        return placement.build();
    }

    /// Adds the marked vertices below the vertex.
    private void follow(int vertex, int depth, boolean all, Placement.Builder placement) {
        for (int next = graph.firstOut(vertex); next != ResourceGraph.NO_EDGE; next = graph.nextOut(next)) {
            if (!graph.isContainment(next) || (!all && !isSet(next))) {
                continue;
            }
            int child = graph.target(next);
            follow(child, depth + 1, all || whole[next], placement);
            placement.add(child, next, all ? graph.size(child) : amounts[next], all || exclusive[next], depth + 1);
        }
    }
}

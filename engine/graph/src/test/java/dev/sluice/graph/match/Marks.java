package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.BitSet;

/// The edges that a match has chosen so far.
///
/// A choice below a vertex is marked before it is known whether the vertex itself will be chosen. Only edges that
/// marks connect to the root are read in the end, and the next match uses a new mark number.
final class Marks {
    private final ResourceGraph graph;
    private long[] markOf = new long[0];
    private long[] chosenIn = new long[0];
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
        }
        if (chosenIn.length < graph.vertexCount()) {
            chosenIn = new long[graph.vertexCount()];
            amounts = new long[graph.vertexCount()];
            exclusive = new boolean[graph.vertexCount()];
            whole = new boolean[graph.vertexCount()];
        }
    }

    /// @param isWhole whether the whole subtree is included
    void set(int edge, long amount, boolean isExclusive, boolean isWhole) {
        int vertex = graph.target(edge);
        boolean isAgain = isChosen(vertex);
        markOf[edge] = current;
        chosenIn[vertex] = current;
        amounts[vertex] = amount;
        exclusive[vertex] = isExclusive || (isAgain && exclusive[vertex]);
        whole[vertex] = isWhole || (isAgain && whole[vertex]);
    }

    /// Adds an amount of a pool.
    void add(int edge, long amount) {
        int vertex = graph.target(edge);
        set(edge, amount + (isChosen(vertex) ? amounts[vertex] : 0), false, false);
    }

    /// Marks an edge to a vertex that may be chosen already.
    void setBetween(int edge, long amount, boolean isWhole) {
        if (isChosen(graph.target(edge))) {
            markOf[edge] = current;
        } else {
            set(edge, amount, isWhole, isWhole);
        }
    }

    private boolean isChosen(int vertex) {
        return chosenIn[vertex] == current;
    }

    Placement read(boolean rootIsExclusive, boolean rootIsWhole) {
        Placement.Builder placement = Placement.builder();
        follow(graph.root(), 1, rootIsWhole, placement, new BitSet());
        placement.add(graph.root(), ResourceGraph.NO_EDGE, graph.size(graph.root()), rootIsExclusive, 1);
        return placement.build();
    }

    /// Adds the marked vertices below the vertex, each once.
    private void follow(int vertex, int depth, boolean all, Placement.Builder placement, BitSet listed) {
        for (int next = graph.firstOut(vertex); next != ResourceGraph.NO_EDGE; next = graph.nextOut(next)) {
            int child = graph.target(next);
            if (!graph.isDominant(next) || listed.get(child) || (!all && markOf[next] != current)) {
                continue;
            }
            listed.set(child);
            follow(child, depth + 1, all || whole[child], placement, listed);
            placement.add(child, next, all ? graph.size(child) : amounts[child], all || exclusive[child], depth + 1);
        }
    }
}

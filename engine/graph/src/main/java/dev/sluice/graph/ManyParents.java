package dev.sluice.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The in-edges of the vertices that have several parents in the dominant subsystem. Most graphs have none.
final class ManyParents {

    /// By vertex, in creation order; at least two.
    private final Map<Integer, int[]> edgesTo = new HashMap<>();

    ManyParents() {}

    ManyParents(ManyParents other) {
        edgesTo.putAll(other.edgesTo);
    }

    boolean isEmpty() {
        return edgesTo.isEmpty();
    }

    boolean has(int vertex) {
        return edgesTo.containsKey(vertex);
    }

    int[] edges(int vertex) {
        return edgesTo.getOrDefault(vertex, new int[0]).clone();
    }

    /// @param known the only edge that leads to the vertex, if it has no more
    void add(int vertex, int known, int edge) {
        int[] before = edgesTo.getOrDefault(vertex, new int[] {known});
        int[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = edge;
        edgesTo.put(vertex, after);
    }

    /// Removes one of the edges.
    ///
    /// @return one of those that are left, or [ResourceGraph#NO_EDGE]
    int remove(int vertex, int edge) {
        int[] left = Arrays.stream(edges(vertex)).filter(other -> other != edge).toArray();
        if (left.length > 1) {
            edgesTo.put(vertex, left);
        } else {
            edgesTo.remove(vertex);
        }
        return left.length == 0 ? ResourceGraph.NO_EDGE : left[0];
    }

    void forget(int vertex) {
        edgesTo.remove(vertex);
    }
}

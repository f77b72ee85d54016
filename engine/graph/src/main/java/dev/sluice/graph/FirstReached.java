package dev.sluice.graph;

import java.util.Arrays;

/// Walks the dominant subsystem depth first, in the order of out-edges, and gives each vertex the parent that
/// reaches it first. Does not recurse: a hostile file may be very deep.
final class FirstReached {
    private static final byte NEW = 0;
    private static final byte OPEN = 1;
    private static final byte DONE = 2;

    private final ResourceGraph graph;
    private final byte[] states;
    private int[] path = new int[16];
    private int[] nextEdges = new int[16];
    private int length;

    FirstReached(ResourceGraph graph) {
        this.graph = graph;
        this.states = new byte[graph.vertexCount()];
    }

    /// @throws GraphException if a vertex contains itself
    void settle() {
        if (graph.root() != ResourceGraph.NO_VERTEX) {
            walk(graph.root(), true);
        }
        // Vertices that the root does not reach keep their parents, but must not contain themselves either.
        for (int vertex = 0; vertex < states.length; vertex++) {
            if (states[vertex] == NEW && !graph.isRemoved(vertex)) {
                walk(vertex, false);
            }
        }
    }

    private void walk(int top, boolean isReached) {
        open(top);
        while (length > 0) {
            int edge = nextEdges[length - 1];
            if (edge == ResourceGraph.NO_EDGE) {
                states[path[--length]] = DONE;
                continue;
            }
            nextEdges[length - 1] = graph.nextOut(edge);
            if (!graph.isDominant(edge)) {
                continue;
            }
            int target = graph.target(edge);
            if (states[target] == OPEN) {
                throw new GraphException("the vertex (%s) contains itself: the edge from (%s) closes a circle"
                        .formatted(graph.name(target), graph.name(path[length - 1])));
            }
            if (states[target] == NEW) {
                if (isReached) {
                    graph.setEdgeTo(edge);
                }
                open(target);
            }
        }
    }

    private void open(int vertex) {
        if (length == path.length) {
            path = Arrays.copyOf(path, 2 * length);
            nextEdges = Arrays.copyOf(nextEdges, 2 * length);
        }
        states[vertex] = OPEN;
        path[length] = vertex;
        nextEdges[length++] = graph.firstOut(vertex);
    }
}

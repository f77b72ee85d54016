package dev.sluice.graph;

import java.util.Arrays;

/// Numbers of removed vertices and edges that new ones may get, so that a machine whose nodes come and go for years
/// does not grow.
///
/// A vertex gets the number of one of its own type: whatever refers to the number of a node, such as a log of changes,
/// finds a node there. So there are never more numbers than the most vertices of each type that were there at once.
final class FreeNumbers {
    static final int NONE = -1;

    /// By type.
    private int[][] vertices = {};

    private int[] vertexCounts = {};
    private int[] edges = {};
    private int edgeCount;

    FreeNumbers() {}

    FreeNumbers(FreeNumbers other) {
        vertices = other.vertices.clone();
        Arrays.setAll(vertices, type -> other.vertices[type].clone());
        vertexCounts = other.vertexCounts.clone();
        edges = other.edges.clone();
        edgeCount = other.edgeCount;
    }

    void addVertex(int vertex, int type) {
        if (type >= vertices.length) {
            int old = vertices.length;
            vertices = Arrays.copyOf(vertices, type + 1);
            Arrays.fill(vertices, old, vertices.length, new int[0]);
            vertexCounts = Arrays.copyOf(vertexCounts, type + 1);
        }
        vertices[type] = roomFor(vertices[type], vertexCounts[type]);
        vertices[type][vertexCounts[type]++] = vertex;
    }

    /// A number for a vertex of a type, or [#NONE].
    int takeVertex(int type) {
        return type >= vertices.length || vertexCounts[type] == 0 ? NONE : vertices[type][--vertexCounts[type]];
    }

    void addEdge(int edge) {
        edges = roomFor(edges, edgeCount);
        edges[edgeCount++] = edge;
    }

    /// A number for an edge, or [#NONE].
    int takeEdge() {
        return edgeCount == 0 ? NONE : edges[--edgeCount];
    }

    private static int[] roomFor(int[] list, int count) {
        return count < list.length ? list : Arrays.copyOf(list, Math.max(8, 2 * count));
    }
}

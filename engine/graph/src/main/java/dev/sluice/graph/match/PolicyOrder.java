package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/// The order in which a policy prefers vertices, kept, so that a match looks at the best ones first and
/// need not look at the rest.
///
/// A vertex's score follows from the graph alone: its id and, for the node-centric policies, the node
/// above it. So the order of a vertex's children, and of all vertices of a type, is worked out once and
/// holds until the graph changes.
final class PolicyOrder {
    private static final int NODE_FACTOR = 10_000;

    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final Map<Integer, int[]> childEdges = new HashMap<>();
    private final Map<String, int[]> verticesOfType = new HashMap<>();
    private int knownVertices;
    private int knownEdges;

    PolicyOrder(ResourceGraph graph, MatchPolicy policy) {
        this.graph = graph;
        this.policy = policy;
    }

    /// What is added to the score of everything below a node.
    long scoreBelow(int node) {
        return policy.nodeCentric()
                ? (graph.id(node) + 2) * NODE_FACTOR + Math.abs(graph.uniqId(node) % NODE_FACTOR - 1)
                : 0;
    }

    /// The containment edges that leave a vertex, those to the best children first.
    int[] edgesBelow(int vertex) {
        forgetIfChanged();
        return childEdges.computeIfAbsent(vertex, this::sortEdgesBelow);
    }

    /// All vertices of a type, the best first; equally good ones as a walk down the tree meets them.
    int[] verticesOf(String type) {
        forgetIfChanged();
        return verticesOfType.computeIfAbsent(type, this::sortVerticesOf);
    }

    /// The part of a vertex's score that it has from the node above it.
    long scoreFromAbove(int vertex) {
        for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (graph.type(above).equals(VertexKind.NODE)) {
                return scoreBelow(above);
            }
        }
        return 0;
    }

    private int[] sortEdgesBelow(int vertex) {
        Integer[] edges = Arrays.stream(graph.containmentEdges(vertex)).boxed().toArray(Integer[]::new);
        return sorted(edges, Comparator.comparingLong(edge -> graph.id(graph.target(edge))));
    }

    private int[] sortVerticesOf(String type) {
        int[] walk = new int[graph.vertexCount()];
        int count = walkDown(graph.root(), type, walk, 0);
        Integer[] vertices = new Integer[count];
        for (int i = 0; i < count; i++) {
            vertices[i] = walk[i];
        }
        return sorted(vertices, Comparator.comparingLong(vertex -> graph.id(vertex) + scoreFromAbove(vertex)));
    }

    private int walkDown(int vertex, String type, int[] found, int count) {
        int next = count;
        if (graph.type(vertex).equals(type)) {
            found[next++] = vertex;
        }
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge)) {
                next = walkDown(graph.target(edge), type, found, next);
            }
        }
        return next;
    }

    /// Stable, whichever way.
    private int[] sorted(Integer[] numbers, Comparator<Integer> lowFirst) {
        Arrays.sort(numbers, policy.highFirst() ? lowFirst.reversed() : lowFirst);
        return Arrays.stream(numbers).mapToInt(Integer::intValue).toArray();
    }

    private void forgetIfChanged() {
        if (knownVertices != graph.vertexCount() || knownEdges != graph.edgeCount()) {
            childEdges.clear();
            verticesOfType.clear();
            knownVertices = graph.vertexCount();
            knownEdges = graph.edgeCount();
        }
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.Arrays;
import java.util.Comparator;

/// Caches the order in which a policy prefers vertices, so that a match visits the best ones first and need not
/// visit the rest.
///
/// A vertex's score follows from the graph alone: its id and, for node-centric policies, the node above it. So the
/// order of a vertex's children is computed once and remains valid until children come or go.
final class PolicyOrder {
    private static final int NODE_FACTOR = 10_000;
    private static final String CLASS_PROPERTY = "perf_class";
    private static final long CLASS_MAX = 9999;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final MatchPolicy policy;

    /// By inner number; empty if not known.
    private int[][] children = new int[0][];

    PolicyOrder(ResourceGraph graph, Occupancy occupancy, MatchPolicy policy) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.policy = policy;
    }

    /// Whether the order of two vertices does not depend on other candidates.
    boolean isFixed() {
        return policy.preference() != MatchPolicy.Preference.CONTIGUOUS;
    }

    /// The score of a vertex below a node that adds `nodeScore`.
    long score(int vertex, long nodeScore) {
        return policy.preference() == MatchPolicy.Preference.CLASS
                ? 1 + performanceClass(vertex)
                : 2 + graph.id(vertex) + nodeScore;
    }

    private long performanceClass(int vertex) {
        String value = graph.properties(vertex).get(CLASS_PROPERTY);
        return value != null && value.matches("\\d{1,4}") ? Long.parseLong(value) : CLASS_MAX;
    }

    /// What a node adds to the scores of the vertices below it.
    long scoreBelow(int node) {
        return policy.nodeCentric()
                ? (graph.id(node) + 2) * NODE_FACTOR + Math.abs(graph.uniqId(node) % NODE_FACTOR - 1)
                : 0;
    }

    /// The part of a vertex's score that it has from the node above it.
    long scoreFromAbove(int vertex) {
        if (!policy.nodeCentric()) {
            return 0;
        }
        for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (graph.type(above).equals(VertexKind.NODE)) {
                return scoreBelow(above);
            }
        }
        return 0;
    }

    /// The children of a vertex, the best first; equally good ones in the order of the graph.
    int[] childrenOf(int vertex) {
        int inner = occupancy.layout().inner(vertex);
        if (inner == Layout.NOT_INNER) {
            return NO_CHILDREN;
        }
        if (inner >= children.length) {
            makeRoom();
        }
        int[] known = children[inner];
        if (known.length == 0) {
            known = sortChildrenOf(vertex);
            children[inner] = known;
        }
        return known;
    }

    /// Whether it is known that a vertex has fewer children than this.
    boolean hasFewer(int vertex, int many) {
        int inner = occupancy.layout().inner(vertex);
        return inner == Layout.NOT_INNER
                || (inner < children.length && children[inner].length > 0 && children[inner].length < many);
    }

    private static final int[] NO_CHILDREN = {};

    /// All vertices of a type, the best first; equally good ones in traversal order.
    int[] verticesOf(int type) {
        Layout layout = occupancy.layout();
        int[] found = new int[16];
        int count = 0;
        for (int vertex = layout.firstInOrder();
                vertex != ResourceGraph.NO_VERTEX;
                vertex = layout.nextInOrder(vertex)) {
            if (graph.typeNumber(vertex) == type) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count++] = vertex;
            }
        }
        return sorted(Arrays.copyOf(found, count), true);
    }

    /// Whether a vertex is preferred to another one, as in [#verticesOf].
    boolean isBefore(int vertex, int other) {
        long one = score(vertex, scoreFromAbove(vertex));
        long two = score(other, scoreFromAbove(other));
        if (one != two) {
            return policy.highFirst() ? one > two : one < two;
        }
        return occupancy.layout().post(vertex) < occupancy.layout().post(other);
    }

    /// Forgets the order of a vertex's children, or that of a vertex that had this inner number.
    void forget(int inner) {
        if (inner != Layout.NOT_INNER && inner < children.length) {
            children[inner] = NO_CHILDREN;
        }
    }

    private int[] sortChildrenOf(int vertex) {
        int[] edges = graph.containmentEdges(vertex);
        int[] found = new int[edges.length];
        for (int i = 0; i < edges.length; i++) {
            found[i] = graph.target(edges[i]);
        }
        return sorted(found, false);
    }

    /// Sorts stably, in ascending or descending order.
    private int[] sorted(int[] vertices, boolean fromAbove) {
        long[] scores = new long[vertices.length];
        boolean inOrder = true;
        for (int i = 0; i < scores.length; i++) {
            long score = score(vertices[i], fromAbove ? scoreFromAbove(vertices[i]) : 0);
            scores[i] = policy.highFirst() ? -score : score;
            inOrder &= i == 0 || scores[i - 1] <= scores[i];
        }
        if (inOrder) {
            return vertices;
        }
        Integer[] places = new Integer[vertices.length];
        Arrays.setAll(places, i -> i);
        Arrays.sort(places, Comparator.comparingLong(place -> scores[place]));
        int[] best = new int[vertices.length];
        for (int i = 0; i < best.length; i++) {
            best[i] = vertices[places[i]];
        }
        return best;
    }

    void forgetAll() {
        Arrays.fill(children, NO_CHILDREN);
    }

    private void makeRoom() {
        int old = children.length;
        children = Arrays.copyOf(children, occupancy.layout().innerLimit());
        Arrays.fill(children, old, children.length, NO_CHILDREN);
    }
}

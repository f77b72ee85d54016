package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// What the parts of a request have been given so far, in the match under way: the next part must not get it again.
///
/// The parts are placed one after another on one state of the machine. What is claimed is taken off what the occupancy
/// has free, and the occupancy itself stays as it is; so nothing has to be undone if a later part finds no place.
/// Indexes need not know of claims, since their numbers are never less than what is free.
///
/// Empty in most matches, which then cost one test more. A claim costs the depth of its vertex.
final class Claims {
    private static final int ALL = -1;

    private static final class Claim {
        private long amount;
        private int exclusive;
        private int uses;
    }

    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final Map<Integer, Claim> byVertex = new HashMap<>();

    // In the order of the claims.
    private int[] vertices = new int[16];
    private long[] amounts = new long[16];
    private int count;

    Claims(ResourceGraph graph, MatchPolicy policy) {
        this.graph = graph;
        this.policy = policy;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void clear() {
        if (count > 0) {
            count = 0;
            byVertex.clear();
        }
    }

    /// What is left of a free amount of the vertex.
    long left(int vertex, long free) {
        Claim claim = byVertex.get(vertex);
        return claim == null ? free : claim.exclusive > 0 ? 0 : Math.max(0, free - claim.amount);
    }

    /// Whether anything at or below the vertex is claimed.
    boolean isUsed(int vertex) {
        return byVertex.containsKey(vertex);
    }

    /// The number of claims, for [#backTo].
    int count() {
        return count;
    }

    /// Claims a list of chosen vertices and what is chosen below them.
    void add(CandidateTree tree, int first) {
        for (int entry = first; entry != CandidateTree.NONE; entry = tree.next(entry)) {
            int vertex = tree.vertex(entry);
            claim(vertex, tree.isExclusive(entry) ? ALL : graph.isDivisible(vertex) ? tree.amount(entry) : 0);
            for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                claim(above, policy.nodeExclusive() && graph.isNode(above) ? ALL : 0);
            }
            add(tree, tree.inside(entry));
        }
    }

    private void claim(int vertex, long amount) {
        if (count == vertices.length) {
            vertices = Arrays.copyOf(vertices, 2 * count);
            amounts = Arrays.copyOf(amounts, 2 * count);
        }
        vertices[count] = vertex;
        amounts[count++] = amount;
        Claim claim = byVertex.computeIfAbsent(vertex, _ -> new Claim());
        claim.uses++;
        claim.exclusive += amount == ALL ? 1 : 0;
        claim.amount += amount == ALL ? 0 : amount;
    }

    /// Gives up all claims but the first so many.
    void backTo(int kept) {
        while (count > kept) {
            int vertex = vertices[--count];
            long amount = amounts[count];
            byVertex.computeIfPresent(vertex, (_, claim) -> {
                claim.exclusive -= amount == ALL ? 1 : 0;
                claim.amount -= amount == ALL ? 0 : amount;
                return --claim.uses == 0 ? null : claim;
            });
        }
    }
}

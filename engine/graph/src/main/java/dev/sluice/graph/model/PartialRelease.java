package dev.sluice.graph.model;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.JgfListing;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.set.Idset;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Computes what a job releases in a partial cancel, and what it keeps.
public final class PartialRelease {
    private PartialRelease() {}

    /// The vertices of the ranks that a resource set names, whichever resources it lists there. Empty if the placement
    /// has none of them.
    public static Optional<BitSet> named(ResourceGraph graph, Placement placement, ResourceSet set) {
        BitSet named = new BitSet();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int node = nodeOf(graph, vertex);
            if (node != ResourceGraph.NO_VERTEX && isNamed(graph.rank(node), set)) {
                named.set(vertex);
            }
        }
        return named.isEmpty() ? Optional.empty() : Optional.of(named);
    }

    /// The vertices of a part of the graph in JGF, matched by path and rank. Empty if the job does not hold one of
    /// them.
    public static Optional<BitSet> named(ResourceGraph graph, Placement placement, ResourceGraph part) {
        return named(graph, placement, new JgfListing(part, new BitSet(), Idset.EMPTY, false));
    }

    /// The vertices of a listing, which may omit the subtrees of exclusive vertices and ranks that are already
    /// free.
    public static Optional<BitSet> named(ResourceGraph graph, Placement placement, JgfListing listing) {
        BitSet held = new BitSet();
        for (int i = 0; i < placement.size(); i++) {
            held.set(placement.vertex(i));
        }
        ResourceGraph part = listing.part();
        BitSet named = new BitSet();
        for (int i = 0; i < part.vertexCount(); i++) {
            if (listing.isFree(i)) {
                continue;
            }
            OptionalInt vertex = graph.findByPath(part.path(i));
            if (vertex.isEmpty() || graph.rank(vertex.getAsInt()) != part.rank(i) || !held.get(vertex.getAsInt())) {
                return Optional.empty();
            }
            if (listing.shorthand() && listing.exclusive().get(i)) {
                graph.forEachReachable(vertex.getAsInt(), named::set);
            } else {
                named.set(vertex.getAsInt());
            }
        }
        named.and(held);
        return Optional.of(named);
    }

    /// Whether the resource set lists less than the job holds, of the types that the graph counts.
    ///
    /// A job that holds a whole vertex, without a request for anything below it, holds the entire subtree. A
    /// resource set is counted by ids: a list of eight memory banks releases eight units, whatever the size of the
    /// banks. Vertices that were placed individually are released individually. A vertex whose own type is counted
    /// counts as itself.
    public static boolean leavesSomething(
            ResourceGraph graph, Placement placement, ResourceSet set, Set<String> countedTypes) {
        for (String type : countedTypes) {
            long held = 0;
            long listed = 0;
            for (int i = 0; i < placement.size(); i++) {
                int vertex = placement.vertex(i);
                boolean bare = i == 0 || placement.depth(i - 1) <= placement.depth(i);
                if (bare && placement.isExclusive(i) && !countedTypes.contains(graph.type(vertex))) {
                    held += amountBelow(graph, vertex, type);
                    listed += listedAt(graph.rank(vertex), type, set);
                }
            }
            if (held > listed) {
                return true;
            }
        }
        return false;
    }

    private static long amountBelow(ResourceGraph graph, int vertex, String type) {
        long[] amount = new long[1];
        graph.forEachBelow(vertex, below -> amount[0] += graph.type(below).equals(type) ? graph.size(below) : 0);
        return amount[0];
    }

    private static long listedAt(int rank, String type, ResourceSet set) {
        for (ResourceSet.Entry entry : set.entries()) {
            if (entry.ranks().contains(rank)) {
                return entry.children().getOrDefault(type, Idset.EMPTY).size();
            }
        }
        return 0;
    }

    /// The shared vertices of a placement: what remains of a job after a release whose list was too short.
    public static Placement shared(Placement placement) {
        Placement.Builder shared = Placement.builder();
        for (int i = 0; i < placement.size(); i++) {
            if (!placement.isExclusive(i)) {
                shared.add(placement, i);
            }
        }
        return shared.build();
    }

    /// The vertices of a placement that are among these or below one of them.
    static BitSet within(Placement placement, BitSet vertices) {
        BitSet within = new BitSet();
        int top = Integer.MAX_VALUE;
        for (int i = placement.size() - 1; i >= 0; i--) {
            int vertex = placement.vertex(i);
            if (placement.depth(i) <= top) {
                top = vertices.get(vertex) ? placement.depth(i) : Integer.MAX_VALUE;
            }
            if (top != Integer.MAX_VALUE) {
                within.set(vertex);
            }
        }
        return within;
    }

    /// The placement without the released vertices, and without ancestors that no longer contain a held vertex.
    public static Placement without(Placement placement, BitSet released) {
        Placement.Builder rest = Placement.builder();
        int[] leftBelow = new int[placement.size() + 2];
        for (int i = 0; i < placement.size(); i++) {
            int depth = placement.depth(i);
            boolean wasInner = i > 0 && placement.depth(i - 1) > depth;
            boolean stays = wasInner ? leftBelow[depth + 1] > 0 : !released.get(placement.vertex(i));
            leftBelow[depth + 1] = 0;
            if (stays) {
                leftBelow[depth]++;
                rest.add(placement, i);
            }
        }
        return rest.build();
    }

    private static boolean isNamed(int rank, ResourceSet set) {
        return set.entries().stream().anyMatch(entry -> entry.ranks().contains(rank));
    }

    private static int nodeOf(ResourceGraph graph, int vertex) {
        int above = vertex;
        while (above != ResourceGraph.NO_VERTEX && !graph.type(above).equals(VertexKind.NODE)) {
            above = graph.firstParent(above);
        }
        return above;
    }
}

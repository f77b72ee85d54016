package dev.sluice.graph.model;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.JgfListing;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.set.Idset;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What of a job's holding is to be given back while it goes on with the rest.
public final class PartialRelease {
    private PartialRelease() {}

    /// The vertices that a resource set names: on each of its ranks the resources with the ids listed. Empty
    /// if it names none of the placement.
    public static Optional<BitSet> named(ResourceGraph graph, Placement placement, ResourceSet set) {
        BitSet named = new BitSet();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int node = nodeOf(graph, vertex);
            if (node != ResourceGraph.NO_VERTEX && isNamed(graph, vertex, graph.rank(node), set)) {
                named.set(vertex);
            }
        }
        return named.isEmpty() ? Optional.empty() : Optional.of(named);
    }

    /// The same for a part of the graph in JGF. A vertex is known by its path and rank; empty if one is not
    /// the job's.
    public static Optional<BitSet> named(ResourceGraph graph, Placement placement, ResourceGraph part) {
        return named(graph, placement, new JgfListing(part, new BitSet(), Idset.EMPTY, false));
    }

    /// The same for a listing, which may leave out what is below an exclusive vertex and ranks that are free
    /// already.
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
                graph.forEachBelow(vertex.getAsInt(), named::set);
            } else {
                named.set(vertex.getAsInt());
            }
        }
        named.and(held);
        return Optional.of(named);
    }

    /// Whether the resource set lists less than the job has, of the types that the graph counts.
    ///
    /// A job that was given a vertex whole, without anything below it having been asked for, holds of each
    /// type all that is below. A resource set lists ids, and counts those: a list of eight memory banks gives
    /// back eight units, be the banks ever so large. What was placed one by one is given back one by one, and
    /// a vertex whose own type is counted stands for itself.
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

    /// What the job shares with others, which is all that is left of a holding given back by too short a
    /// list.
    public static Placement shared(Placement placement) {
        Placement.Builder shared = Placement.builder();
        for (int i = 0; i < placement.size(); i++) {
            if (!placement.isExclusive(i)) {
                shared.add(placement, i);
            }
        }
        return shared.build();
    }

    /// What is left. What no longer contains anything that the job holds goes as well.
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

    private static boolean isNamed(ResourceGraph graph, int vertex, int rank, ResourceSet set) {
        for (ResourceSet.Entry entry : set.entries()) {
            if (entry.ranks().contains(rank)) {
                Map<String, Idset> children = entry.children();
                Idset ids = children.get(graph.type(vertex));
                return ids == null || ids.contains(graph.id(vertex));
            }
        }
        return false;
    }

    private static int nodeOf(ResourceGraph graph, int vertex) {
        int above = vertex;
        while (above != ResourceGraph.NO_VERTEX && !graph.type(above).equals(VertexKind.NODE)) {
            above = graph.parent(above);
        }
        return above;
    }
}

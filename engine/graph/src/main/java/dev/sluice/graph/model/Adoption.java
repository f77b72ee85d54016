package dev.sluice.graph.model;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfListing;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.set.Idset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Builds the placement of a running job from a list of its resources, as flux-sched's `update` does after a
/// restart.
///
/// The list names vertices by path and rank, or cores and GPUs by rank and id. The placement also includes their
/// ancestors, shared with other jobs unless the list says otherwise.
public final class Adoption {
    private final ResourceGraph graph;
    private final Map<Integer, Long> amounts = new HashMap<>();
    private final BitSet exclusive = new BitSet();

    /// The edges that a listing names, by the vertices that they lead to.
    private final Map<Integer, Integer> listedEdges = new HashMap<>();

    private Adoption(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Builds the placement of a JGF listing. Skips vertices of ranks that the listing marks as free.
    ///
    /// @throws GraphException names the first vertex that is not in the graph as it is listed
    public static Placement of(ResourceGraph graph, JgfListing listing) {
        Adoption adoption = new Adoption(graph);
        ResourceGraph part = listing.part();
        for (int i = 0; i < part.vertexCount(); i++) {
            if (!listing.isFree(i)) {
                adoption.add(part, i, listing);
            }
        }
        return adoption.placement();
    }

    /// Builds the placement of a resource set, which lists cores, GPUs and other types by rank and id. The job has a
    /// node exclusively if everything in it is listed.
    ///
    /// @throws GraphException names the first rank or id that is not in the graph, or the rank that lists nothing
    public static Placement of(ResourceGraph graph, ResourceSet set) {
        Adoption adoption = new Adoption(graph);
        for (ResourceSet.Entry entry : set.entries()) {
            if (entry.ranks().size() > graph.nodeCount()) {
                throw new GraphException("ranks (%s) are more than the %d nodes of the graph"
                        .formatted(entry.ranks().encode(), graph.nodeCount()));
            }
            entry.ranks().forEach(rank -> adoption.add(rank, entry.children()));
        }
        return adoption.placement();
    }

    private void add(ResourceGraph part, int listed, JgfListing listing) {
        int vertex = find(part, listed);
        boolean isExclusive = listing.exclusive().get(listed);
        if (graph.hasManyParents(vertex) && part.parent(listed) != ResourceGraph.NO_VERTEX) {
            listedEdges.put(vertex, edge(find(part, part.parent(listed)), vertex));
        }
        // Of a shared vertex the size is what the job was given.
        boolean mayBeLess = graph.isDivisible(vertex) || !isExclusive;
        if (part.size(listed) > graph.size(vertex) || (!mayBeLess && part.size(listed) < graph.size(vertex))) {
            throw new GraphException(
                    "%s has a size of %d, not %d".formatted(graph.path(vertex), graph.size(vertex), part.size(listed)));
        }
        if (isExclusive && listing.shorthand()) {
            graph.forEachReachable(vertex, below -> take(below, graph.size(below)));
        } else if (isExclusive) {
            take(vertex, graph.isDivisible(vertex) ? part.size(listed) : graph.size(vertex));
        } else {
            amounts.putIfAbsent(vertex, part.size(listed));
        }
    }

    private int edge(int parent, int vertex) {
        for (int edge : graph.parentEdges(vertex)) {
            if (graph.source(edge) == parent) {
                return edge;
            }
        }
        throw new GraphException(
                "no edge of the graph leads from %s to %s".formatted(graph.path(parent), graph.path(vertex)));
    }

    private int find(ResourceGraph part, int listed) {
        String path = part.path(listed);
        OptionalInt found = graph.findByPath(path);
        if (found.isEmpty()) {
            throw new GraphException("%s (vertex %d) is not in the graph".formatted(path, part.uniqId(listed)));
        }
        int vertex = found.getAsInt();
        if (graph.rank(vertex) != part.rank(listed)) {
            throw new GraphException("%s (vertex %d) has rank %d, not %d"
                    .formatted(path, part.uniqId(listed), graph.rank(vertex), part.rank(listed)));
        }
        if (!graph.name(vertex).equals(part.name(listed))) {
            throw new GraphException("%s (vertex %d) has the name %s, not %s"
                    .formatted(path, part.uniqId(listed), graph.name(vertex), part.name(listed)));
        }
        if (!graph.type(vertex).equals(part.type(listed)) || graph.id(vertex) != part.id(listed)) {
            throw new GraphException("%s (vertex %d) is %s %d, not %s %d"
                    .formatted(
                            path,
                            part.uniqId(listed),
                            graph.type(vertex),
                            graph.id(vertex),
                            part.type(listed),
                            part.id(listed)));
        }
        return vertex;
    }

    private void add(long rank, Map<String, Idset> children) {
        int node = rank > Integer.MAX_VALUE ? ResourceGraph.NO_VERTEX : graph.nodeOfRank((int) rank);
        if (node == ResourceGraph.NO_VERTEX) {
            throw new GraphException("no node has rank %d".formatted(rank));
        }
        if (children.isEmpty()) {
            throw new GraphException("rank %d lists no resources".formatted(rank));
        }
        children.forEach((type, ids) -> {
            long[] found = new long[1];
            graph.forEachReachable(node, below -> {
                if (graph.type(below).equals(type) && ids.contains(graph.id(below))) {
                    take(below, graph.size(below));
                    found[0]++;
                }
            });
            if (found[0] != ids.size()) {
                throw new GraphException("%s (rank %d) has %d of the %d listed as %s (%s)"
                        .formatted(graph.path(node), rank, found[0], ids.size(), type, ids.encode()));
            }
        });
        boolean[] isAll = {true};
        graph.forEachReachable(node, below -> isAll[0] &= below == node || exclusive.get(below));
        if (isAll[0]) {
            take(node, graph.size(node));
        }
    }

    /// The placement as flux-sched prints it after an update by a resource set: with every node exclusive, also those
    /// that the job shares.
    public static Placement printed(ResourceGraph graph, Placement placement) {
        Placement.Builder printed = Placement.builder();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            boolean isExclusive = placement.isExclusive(i) || graph.isNode(vertex);
            printed.add(vertex, placement.edge(i), placement.amount(i), isExclusive, placement.depth(i));
        }
        return printed.build();
    }

    private void take(int vertex, long amount) {
        amounts.put(vertex, amount);
        exclusive.set(vertex);
    }

    /// Orders the vertices as a match does: children before parents, siblings in the order of the graph's edges.
    private Placement placement() {
        Placement.Builder placement = Placement.builder();
        if (!amounts.isEmpty()) {
            Map<Integer, List<Integer>> edgesBelow = new HashMap<>();
            for (int vertex : List.copyOf(amounts.keySet())) {
                connect(vertex, edgesBelow);
            }
            edgesBelow.values().forEach(edges -> edges.sort(Comparator.naturalOrder()));
            addBelow(graph.root(), ResourceGraph.NO_EDGE, 1, edgesBelow, placement);
        }
        return placement.build();
    }

    /// Adds the ancestors that the list omits.
    private void connect(int vertex, Map<Integer, List<Integer>> edgesBelow) {
        int below = vertex;
        boolean isNew = true;
        while (isNew && graph.parent(below) != ResourceGraph.NO_VERTEX) {
            int edge = listedEdges.getOrDefault(below, graph.edgeTo(below));
            int parent = graph.source(edge);
            List<Integer> edges = edgesBelow.computeIfAbsent(parent, _ -> new ArrayList<>());
            edges.add(edge);
            isNew = amounts.putIfAbsent(parent, graph.size(parent)) == null;
            below = parent;
        }
    }

    private void addBelow(
            int vertex, int edge, int depth, Map<Integer, List<Integer>> edgesBelow, Placement.Builder placement) {
        for (int next : edgesBelow.getOrDefault(vertex, List.of())) {
            addBelow(graph.target(next), next, depth + 1, edgesBelow, placement);
        }
        placement.add(vertex, edge, amounts.getOrDefault(vertex, 0L), exclusive.get(vertex), depth);
    }
}

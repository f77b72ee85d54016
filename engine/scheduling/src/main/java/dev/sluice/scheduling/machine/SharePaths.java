package dev.sluice.scheduling.machine;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Translates placements, which name vertices by number, into shares, which name them by path, and back.
///
/// A share implies the shared use of all vertices above it, so these are left out.
///
/// The path of a vertex on a node begins with the node's name: `node7/memory0`. So a share stays the same when the
/// node moves to another rack, also while the scheduler is down. Other vertices, and those on nodes whose names are
/// ambiguous, have their full paths: `/cluster0/rack0/node7/memory0`.
public final class SharePaths {
    private final ResourceModel machine;
    private final NodeNames names;
    private @Nullable String[] paths = new String[0];

    /// The version of the graph that names and paths follow.
    private long structure = -1;

    public SharePaths(ResourceModel machine) {
        this.machine = machine;
        this.names = new NodeNames(machine.graph());
    }

    public List<Share> shares(Placement placement) {
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < placement.entryCount(); i++) {
            boolean contains = i > 0 && placement.entryDepth(i - 1) > placement.entryDepth(i);
            boolean isImplied = contains
                    && !placement.isEntryExclusive(i)
                    && !machine.graph().isDivisible(placement.entryVertex(i));
            if (!isImplied) {
                Share.Use use = use(placement.isEntryExclusive(i), placement.isWhole(i));
                shares.add(new Share(path(placement.entryVertex(i)), placement.entryAmount(i), use));
            }
        }
        return shares;
    }

    static Share.Use use(boolean isExclusive, boolean isWhole) {
        return isWhole ? Share.Use.WHOLE : isExclusive ? Share.Use.EXCLUSIVE : Share.Use.SHARED;
    }

    /// Returns the path by which shares name a vertex.
    String path(int vertex) {
        read();
        if (vertex >= paths.length) {
            paths = Arrays.copyOf(paths, Math.max(vertex + 1, 2 * paths.length));
        }
        String known = paths[vertex];
        if (known == null) {
            known = newPath(vertex);
            paths[vertex] = known;
        }
        return known;
    }

    private String newPath(int vertex) {
        ResourceGraph graph = machine.graph();
        String full = graph.path(vertex);
        int node = vertex;
        while (node != ResourceGraph.NO_VERTEX && !graph.isNode(node)) {
            node = graph.parent(node);
        }
        if (node == ResourceGraph.NO_VERTEX || names.find(graph.name(node)) != node) {
            return full;
        }
        String above = graph.path(node);
        boolean isInside = full.startsWith(above) && (node == vertex || full.charAt(above.length()) == '/');
        return isInside ? graph.name(node) + full.substring(above.length()) : full;
    }

    /// Returns the vertex with this path, which is full or begins with a node's name.
    OptionalInt find(String path) {
        ResourceGraph graph = machine.graph();
        if (path.startsWith("/")) {
            return graph.findByPath(path);
        }
        read();
        int end = path.indexOf('/');
        int node = names.find(end < 0 ? path : path.substring(0, end));
        if (node == ResourceGraph.NO_VERTEX) {
            return OptionalInt.empty();
        }
        return end < 0 ? OptionalInt.of(node) : graph.findByPath(graph.path(node) + path.substring(end));
    }

    /// Returns the path by which shares name a node, which may be gone.
    ///
    /// @param path its full path, perhaps an old one, or its name
    String ofNode(String path) {
        OptionalInt vertex = find(path);
        return vertex.isPresent() ? path(vertex.getAsInt()) : path.substring(path.lastIndexOf('/') + 1);
    }

    private void read() {
        if (structure != machine.graph().version()) {
            structure = machine.graph().version();
            names.readAll();
            Arrays.fill(paths, null);
        }
    }

    /// Notes a new vertex, before [#changed].
    void added(int vertex) {
        forget(vertex);
        if (machine.graph().isNode(vertex) && names.add(vertex)) {
            // Shares of the other node with this name need its full path.
            Arrays.fill(paths, null);
        }
    }

    /// Notes a vertex that is about to be removed.
    void removing(int vertex) {
        forget(vertex);
        if (machine.graph().isNode(vertex)) {
            names.remove(vertex);
        }
    }

    private void forget(int vertex) {
        if (vertex < paths.length) {
            paths[vertex] = null;
        }
    }

    /// Notes that the graph has changed, and that all added and removed vertices were noted.
    ///
    /// @param before its version before the change
    void changed(long before) {
        if (structure == before) {
            structure = machine.graph().version();
        }
    }

    /// Returns the placement of the shares whose vertices are there.
    ///
    /// @param missing receives the other shares
    public Placement placement(List<Share> shares, List<Share> missing) {
        ResourceGraph graph = machine.graph();
        Layout layout = machine.occupancy().layout();
        Map<Integer, @Nullable Share> entries = new HashMap<>();
        for (Share share : shares) {
            OptionalInt found = find(share.path());
            if (found.isEmpty()) {
                missing.add(share);
                continue;
            }
            boolean isPool = graph.isDivisible(found.getAsInt());
            entries.merge(found.getAsInt(), share, (one, other) -> both(one, other, isPool));
            for (int above = graph.parent(found.getAsInt());
                    above != ResourceGraph.NO_VERTEX;
                    above = graph.parent(above)) {
                entries.putIfAbsent(above, null);
            }
        }
        List<Integer> vertices = new ArrayList<>(entries.keySet());
        vertices.sort(Comparator.comparingLong(layout::post));
        Placement.Builder placement = Placement.builder();
        for (int vertex : vertices) {
            add(vertex, entries.get(vertex), layout, placement);
        }
        return placement.build();
    }

    /// Returns two shares of one vertex together, as of parts that were started one after another. Amounts of a pool
    /// add up; the amount of any other vertex is its size.
    private static Share both(Share one, Share other, boolean isPool) {
        Share.Use use = one.use().compareTo(other.use()) >= 0 ? one.use() : other.use();
        return new Share(one.path(), isPool ? one.amount() + other.amount() : one.amount(), use);
    }

    private void add(int vertex, @Nullable Share share, Layout layout, Placement.Builder placement) {
        ResourceGraph graph = machine.graph();
        int edge = vertex == graph.root() ? ResourceGraph.NO_EDGE : graph.edgeTo(vertex);
        int depth = layout.depth(vertex);
        if (share == null) {
            placement.add(vertex, edge, graph.size(vertex), false, depth);
        } else if (share.use() == Share.Use.WHOLE && layout.inner(vertex) != Layout.NOT_INNER) {
            placement.addWhole(graph, vertex, edge, depth);
        } else {
            placement.add(vertex, edge, share.amount(), share.use() != Share.Use.SHARED, depth);
        }
    }
}

package dev.sluice.scheduling.machine;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Translates placements, which name vertices by number, into shares, which name them by path, and back.
///
/// A share implies the shared use of all vertices above it, so these are left out.
public final class SharePaths {
    private final ResourceModel machine;
    private String[] paths = new String[0];
    private long structure = -1;

    public SharePaths(ResourceModel machine) {
        this.machine = machine;
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

    String path(int vertex) {
        ResourceGraph graph = machine.graph();
        if (structure != graph.version() || vertex >= paths.length) {
            structure = graph.version();
            paths = new String[graph.vertexCount()];
        }
        String known = paths[vertex];
        if (known == null) {
            known = graph.path(vertex);
            paths[vertex] = known;
        }
        return known;
    }

    /// Returns the placement of the shares whose vertices are there.
    ///
    /// @param missing receives the other shares
    public Placement placement(List<Share> shares, List<Share> missing) {
        ResourceGraph graph = machine.graph();
        Layout layout = machine.occupancy().layout();
        Map<Integer, @Nullable Share> entries = new HashMap<>();
        for (Share share : shares) {
            OptionalInt found = graph.findByPath(share.path());
            if (found.isEmpty()) {
                missing.add(share);
                continue;
            }
            entries.put(found.getAsInt(), share);
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

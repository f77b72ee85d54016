package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rankings in use: of all vertices of a type, and of the children of vertices with many children.
final class Rankings {
    /// From this many children on, a ranking is faster than a scan.
    private static final int MANY = 64;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final PolicyOrder order;
    private final ChangeLog changes;
    private @Nullable Ranking[] byType = new Ranking[0];
    private final Map<Integer, Ranking> byParent = new HashMap<>();

    Rankings(ResourceGraph graph, Occupancy occupancy, PolicyOrder order, ChangeLog changes) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.order = order;
        this.changes = changes;
    }

    Ranking ofType(int type) {
        if (type >= byType.length) {
            byType = Arrays.copyOf(byType, graph.typeCount());
        }
        Ranking known = byType[type];
        if (known == null) {
            known = make(order.verticesOf(type));
            byType[type] = known;
        }
        return known;
    }

    boolean hasMany(int[] children) {
        return children.length >= MANY;
    }

    Ranking ofChildren(int parent) {
        return byParent.computeIfAbsent(parent, number -> make(order.childrenOf(number)));
    }

    private Ranking make(int[] vertices) {
        return new Ranking(graph, occupancy, vertices, changes);
    }

    void forget() {
        byType = new Ranking[0];
        byParent.clear();
    }
}

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
            known = new Ranking(
                    graph, occupancy, order, order.verticesOf(type), type, ResourceGraph.NO_VERTEX, changes);
            byType[type] = known;
        }
        return known;
    }

    /// The ranking of a vertex's children, or null if they are few.
    @Nullable
    Ranking ofChildren(int parent) {
        if (order.hasFewer(parent, MANY)) {
            return null;
        }
        Ranking known = byParent.get(parent);
        if (known != null) {
            return known;
        }
        int[] children = order.childrenOf(parent);
        if (children.length < MANY) {
            return null;
        }
        Ranking made = new Ranking(graph, occupancy, order, children.clone(), -1, parent, changes);
        byParent.put(parent, made);
        return made;
    }

    /// Follows the graph before a vertex is removed.
    void removing(int vertex) {
        int type = graph.typeNumber(vertex);
        Ranking ofType = type < byType.length ? byType[type] : null;
        if (ofType != null) {
            ofType.removing(vertex);
        }
        Ranking siblings = byParent.isEmpty() ? null : byParent.get(graph.parent(vertex));
        if (siblings != null) {
            siblings.removing(vertex);
        }
        byParent.remove(vertex);
    }

    /// Follows the graph after vertices were added.
    void added() {
        for (Ranking ranking : byType) {
            if (ranking != null) {
                ranking.added();
            }
        }
        byParent.values().forEach(Ranking::added);
    }

    void forget() {
        for (Ranking ranking : byType) {
            if (ranking != null) {
                ranking.dropGroups();
            }
        }
        byParent.values().forEach(Ranking::dropGroups);
        byType = new Ranking[0];
        byParent.clear();
    }
}

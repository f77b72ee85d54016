package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;

/// Where the entries of placements are: they are in post-order, so a vertex is found by bisection.
///
/// An entry is a *share* unless other entries imply it: whatever is held of a vertex, all vertices above it are used,
/// too.
final class Places {
    private final Layout layout;
    private final ResourceGraph graph;

    Places(Layout layout) {
        this.layout = layout;
        this.graph = layout.graph();
    }

    Layout layout() {
        return layout;
    }

    /// Whether each vertex has one parent, so that what lies below a vertex is one stretch in post-order.
    boolean isTree() {
        return graph.isTree();
    }

    boolean isShare(Placement placement, int entry) {
        boolean contains = entry > 0 && placement.entryDepth(entry - 1) > placement.entryDepth(entry);
        return !contains || placement.isEntryExclusive(entry) || graph.isDivisible(placement.entryVertex(entry));
    }

    /// The entry of a vertex, or -1.
    int entryOf(Placement placement, int vertex) {
        if (!graph.isTree()) {
            return entryByScan(placement, vertex);
        }
        int entry = firstFrom(placement, layout.post(vertex));
        return entry < placement.entryCount() && placement.entryVertex(entry) == vertex ? entry : -1;
    }

    /// The first entry at a vertex or below it; behind the last one there may be entries of other vertices.
    int firstBelow(Placement placement, int vertex) {
        return graph.isTree()
                ? firstFrom(placement, layout.firstPost(vertex))
                : firstByScan(placement, entryByScan(placement, vertex));
    }

    /// Where a vertex may have several parents, a placement is in the order of the walk that found it. The order of
    /// the layout is another one.
    private static int entryByScan(Placement placement, int vertex) {
        int entry = placement.entryCount() - 1;
        while (entry >= 0 && placement.entryVertex(entry) != vertex) {
            entry--;
        }
        return entry;
    }

    private static int firstByScan(Placement placement, int last) {
        int first = last < 0 ? placement.entryCount() : last;
        while (last >= 0 && first > 0 && placement.entryDepth(first - 1) > placement.entryDepth(last)) {
            first--;
        }
        return first;
    }

    boolean isPast(Placement placement, int entry, int vertex) {
        if (!graph.isTree()) {
            return entry > entryByScan(placement, vertex);
        }
        return entry >= placement.entryCount() || layout.post(placement.entryVertex(entry)) > layout.post(vertex);
    }

    private int firstFrom(Placement placement, int post) {
        int low = 0;
        int high = placement.entryCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (layout.post(placement.entryVertex(middle)) < post) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import java.util.Arrays;

/// Computes how many cores a placement takes from each group of vertices.
///
/// The subtree of an exclusive vertex counts once, whether it is listed or not.
final class GroupedCores {
    private final Layout layout;
    private long[] below = new long[0];

    GroupedCores(Layout layout) {
        this.layout = layout;
    }

    /// @param entered as in [Occupancy]: of the entries behind these only what is below them counts
    /// @param coreType the counted type of cores
    void plan(Placement placement, int entered, int coreType, Iterable<Groups> groups, SpanSink spans) {
        boolean[] covered = coveredFromAbove(placement);
        for (int i = 0; i < covered.length; i++) {
            int depth = placement.entryDepth(i);
            ensureDepth(depth + 2);
            long amount = cores(placement, i, i < entered, coreType, below[depth + 1]);
            below[depth + 1] = 0;
            below[depth] += amount;
            if (amount > 0 && !covered[i]) {
                for (Groups each : groups) {
                    each.add(placement.entryVertex(i), amount, placement.isEntryExclusive(i) && i < entered, spans);
                }
            }
        }
        Arrays.fill(below, 0);
        for (Groups each : groups) {
            each.flush(spans);
        }
    }

    private long cores(Placement placement, int entry, boolean isEntered, int coreType, long takenBelow) {
        int vertex = placement.entryVertex(entry);
        boolean isPool = layout.graph().isDivisible(vertex)
                && layout.counted(layout.graph().typeNumber(vertex)) == coreType;
        if (isPool) {
            return placement.entryAmount(entry);
        }
        if (!placement.isEntryExclusive(entry)) {
            return takenBelow;
        }
        return isEntered ? layout.total(vertex, coreType) : 0;
    }

    private void ensureDepth(int length) {
        if (below.length < length) {
            below = Arrays.copyOf(below, 2 * length);
        }
    }

    /// Marks the entries below an exclusive one.
    private static boolean[] coveredFromAbove(Placement placement) {
        boolean[] covered = new boolean[placement.entryCount()];
        int coverDepth = Integer.MAX_VALUE;
        for (int i = covered.length - 1; i >= 0; i--) {
            int depth = placement.entryDepth(i);
            covered[i] = depth > coverDepth;
            if (!covered[i]) {
                coverDepth = placement.isEntryExclusive(i) ? depth : Integer.MAX_VALUE;
            }
        }
        return covered;
    }
}

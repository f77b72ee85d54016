package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import java.util.Arrays;
import java.util.List;

/// Computes how much of a type a placement takes from each group of vertices.
///
/// The subtree of an exclusive vertex counts once, whether it is listed or not.
final class GroupedAmounts {
    private final Layout layout;
    private long[] below = new long[0];

    GroupedAmounts(Layout layout) {
        this.layout = layout;
    }

    /// @param entered as in [Occupancy]: of the entries behind these only what is below them counts
    /// @param groups of one counted type
    void plan(Placement placement, int entered, int type, List<GroupTimelines> groups, SpanSink spans) {
        boolean[] covered = coveredFromAbove(placement);
        for (int i = 0; i < covered.length; i++) {
            int depth = placement.entryDepth(i);
            ensureDepth(depth + 2);
            long amount = amount(placement, i, i < entered, type, below[depth + 1]);
            below[depth + 1] = 0;
            below[depth] += amount;
            if (amount > 0 && !covered[i]) {
                for (GroupTimelines each : groups) {
                    each.add(placement.entryVertex(i), amount, placement.isEntryExclusive(i) && i < entered, spans);
                }
            }
        }
        Arrays.fill(below, 0);
        for (GroupTimelines each : groups) {
            each.flush(spans);
        }
    }

    private long amount(Placement placement, int entry, boolean isEntered, int type, long takenBelow) {
        int vertex = placement.entryVertex(entry);
        boolean isPool = layout.graph().isDivisible(vertex)
                && layout.counted(layout.graph().typeNumber(vertex)) == type;
        if (isPool) {
            return placement.entryAmount(entry);
        }
        if (!placement.isEntryExclusive(entry)) {
            return takenBelow;
        }
        return isEntered ? layout.total(vertex, type) : 0;
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

package dev.sluice.controller.audit;

import java.util.List;

/// The result of one audit.
///
/// @param atNanos when the comparison was made
/// @param nodes how many nodes were compared
/// @param pods how many pods were compared
/// @param changed how many objects changed between the lists and the comparison: they are compared next time
/// @param drifts the differences, at most [#DRIFTS_MAX] of them
/// @param driftCount how many differences there are
/// @param ownForeign how many bound pods of our own scheduler no job holds a place for: they were bound past the queue,
///     or their job has lost track of them
/// @param sparePlaces how many places jobs hold for pods that are not bound
public record AuditReport(
        long atNanos,
        int nodes,
        int pods,
        int changed,
        List<Drift> drifts,
        long driftCount,
        int ownForeign,
        long sparePlaces) {
    /// Enough to see what is wrong; a broken sync differs everywhere.
    static final int DRIFTS_MAX = 1000;

    public AuditReport {
        drifts = List.copyOf(drifts.subList(0, Math.min(drifts.size(), DRIFTS_MAX)));
    }

    public boolean isClean() {
        return driftCount == 0;
    }
}

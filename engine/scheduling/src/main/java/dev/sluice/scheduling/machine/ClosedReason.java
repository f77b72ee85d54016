package dev.sluice.scheduling.machine;

import java.util.Locale;

/// Why a node takes no new jobs. Each reason comes and goes by itself; the node takes jobs when none holds.
///
/// Taints are none of these: whether they keep a job away depends on what the job tolerates.
public enum ClosedReason {
    /// It has failed or does not report.
    DOWN,
    /// An administrator has marked it unschedulable.
    CORDONED,
    /// It is being emptied, for instance to be shut down.
    DRAINED,
    /// It has failed too many jobs.
    QUARANTINED;

    /// Returns the reason as a sentence says it: "2 nodes cordoned".
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.sluice.scheduling.machine;

/// Why a node takes no new jobs. Each reason comes and goes by itself; the node takes jobs when none holds.
public enum ClosedReason {
    /// It has failed or does not report.
    DOWN,
    /// An administrator has marked it unschedulable.
    CORDONED,
    /// It is being emptied, for instance to be shut down.
    DRAINED,
    /// It has a taint that jobs do not tolerate.
    TAINTED,
    /// It has failed too many jobs.
    QUARANTINED
}

package dev.sluice.simulator.drive;

/// Where a job's wall time comes from.
public enum Estimates {
    /// The time that the user requested. Jobs that take longer are stopped.
    REQUESTED,
    /// The requested time, but never less than the run time: old logs have jobs that were let run on.
    AT_LEAST_RUN,
    /// The run time itself, as if all users knew.
    EXACT
}

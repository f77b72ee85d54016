package dev.sluice.simulator.drive;

import dev.sluice.traces.WorkloadJob;

/// Where a job's wall time comes from.
public enum Estimates {
    /// As the user has it, or the run time where nobody said. Jobs that take longer are stopped.
    REQUESTED,
    /// As the user has it, but never less than the run time: old logs have jobs that were let run on.
    AT_LEAST_RUN,
    /// The run time itself, as if all users knew.
    EXACT;

    long wallNanos(WorkloadJob job, long runNanos) {
        return switch (this) {
            case REQUESTED -> job.estimateNanos() > 0 ? job.estimateNanos() : runNanos;
            case AT_LEAST_RUN -> Math.max(job.estimateNanos(), runNanos);
            case EXACT -> runNanos;
        };
    }
}

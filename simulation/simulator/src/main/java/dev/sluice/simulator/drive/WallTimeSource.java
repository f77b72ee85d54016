package dev.sluice.simulator.drive;

import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.WorkloadJob;

/// Where the wall times come from that jobs are submitted with.
public record WallTimeSource(Estimates estimates, MissingEstimates missing) {

    /// Jobs without a requested time get their run time.
    public static WallTimeSource of(Estimates estimates) {
        return new WallTimeSource(estimates, new MissingEstimates.RunTime());
    }

    /// Whether the job's wall time had to be made up, as its user requested none.
    public boolean isMissing(WorkloadJob job) {
        return estimates != Estimates.EXACT && job.estimateNanos() <= 0;
    }

    long nanos(WorkloadJob job, long runNanos, String queue) {
        return switch (estimates) {
            case REQUESTED -> requested(job, runNanos, queue);
            case AT_LEAST_RUN -> Math.max(requested(job, runNanos, queue), runNanos);
            case EXACT -> runNanos;
        };
    }

    private long requested(WorkloadJob job, long runNanos, String queue) {
        if (!isMissing(job)) {
            return job.estimateNanos();
        }
        return switch (missing) {
            case MissingEstimates.RunTime _ -> runNanos;
            case MissingEstimates.Fixed fixed -> fixed.nanos();
            case MissingEstimates.QueueDefault defaults ->
                defaults.nanosByQueue().getOrDefault(queue, RunResult.NEVER);
        };
    }
}

package dev.sluice.queue;

/// Why a running job is stopped.
public enum StopReason {
    CANCELLED(JobState.CANCELLED),
    WALL_TIME(JobState.TIMED_OUT);

    private final JobState end;

    StopReason(JobState end) {
        this.end = end;
    }

    /// Returns the final state of a job that ends because it was stopped.
    public JobState end() {
        return end;
    }
}

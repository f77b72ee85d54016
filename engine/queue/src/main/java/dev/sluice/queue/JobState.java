package dev.sluice.queue;

/// The states of a job. All but the first three are final.
public enum JobState {
    /// Somebody has said that it must not start yet.
    HELD,
    WAITING,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED,
    /// Ended at its wall time.
    TIMED_OUT,
    /// Can never run, and was told so when it was submitted.
    REFUSED;

    public boolean isFinal() {
        return compareTo(RUNNING) > 0;
    }

    public boolean isWaiting() {
        return compareTo(RUNNING) < 0;
    }
}

package dev.sluice.queue;

/// The states of a job. All but the first three are final.
public enum JobState {
    /// Held: it must not start until it is released.
    HELD,
    WAITING,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED,
    /// Stopped at its wall time.
    TIMED_OUT,
    /// Refused at submission: it can never run.
    REFUSED;

    public boolean isFinal() {
        return compareTo(RUNNING) > 0;
    }

    public boolean isWaiting() {
        return compareTo(RUNNING) < 0;
    }
}

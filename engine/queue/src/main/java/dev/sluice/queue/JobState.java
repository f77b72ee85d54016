package dev.sluice.queue;

/// The states of a job. All but the first four are final.
public enum JobState {
    /// Held: it must not start until it is released.
    HELD,
    WAITING,
    RUNNING,
    /// Told to stop, and not yet gone: it holds its resources until its end is reported.
    STOPPING,
    COMPLETED,
    FAILED,
    CANCELLED,
    /// Stopped at its wall time.
    TIMED_OUT,
    /// Refused at submission: it can never run.
    REFUSED,
    /// It is gone, and how it ended is not known.
    UNKNOWN;

    public boolean isFinal() {
        return compareTo(STOPPING) > 0;
    }

    /// Returns whether a job in this state may hold resources.
    public boolean isStarted() {
        return this == RUNNING || this == STOPPING;
    }

    public boolean isWaiting() {
        return compareTo(RUNNING) < 0;
    }
}

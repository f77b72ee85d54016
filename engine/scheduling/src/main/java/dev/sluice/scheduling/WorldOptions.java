package dev.sluice.scheduling;

/// What the engine may assume of the world that it schedules for. A simulation obeys at once; a cluster does
/// not.
///
/// @param stops when a stopped job releases its resources
/// @param stopNanos how long a stopped job is expected to take until its end is reported
/// @param wallTime from when the wall time counts
/// @param unsatisfiable what happens to a job that no present node can run
/// @param retries how long a job waits before it may use a place again that failed it
/// @param quarantine when a node that fails jobs takes no more of them
/// @param finished whether finished jobs stay in memory
/// @param outlookNanos how old the copy of the state may be that readers get, so that it is not copied more
///     often
public record WorldOptions(
        Stops stops,
        long stopNanos,
        WallTime wallTime,
        Unsatisfiable unsatisfiable,
        RetryOptions retries,
        QuarantineOptions quarantine,
        Finished finished,
        long outlookNanos) {

    public enum Stops {
        /// As soon as the decision to stop it is made.
        AT_ONCE,
        /// When its end is reported.
        WHEN_REPORTED
    }

    public enum WallTime {
        FROM_DECISION,
        /// From the confirmed start: pulling an image does not count.
        FROM_CONFIRMED_START
    }

    public enum Unsatisfiable {
        REFUSED,
        /// The job waits until the machine grows.
        WAITS
    }

    public enum Finished {
        KEPT,
        DROPPED
    }

    /// A person does not notice a second; copying the state of a large cluster takes some milliseconds.
    private static final long OUTLOOK_NANOS = 1_000_000_000L;

    /// The default grace period of a pod.
    private static final long POD_GRACE_NANOS = 30_000_000_000L;

    public static final WorldOptions SIMULATED = new WorldOptions(
            Stops.AT_ONCE,
            1,
            WallTime.FROM_DECISION,
            Unsatisfiable.REFUSED,
            RetryOptions.AT_ONCE,
            QuarantineOptions.NEVER,
            Finished.KEPT,
            0);

    public static final WorldOptions LIVE = new WorldOptions(
            Stops.WHEN_REPORTED,
            POD_GRACE_NANOS,
            WallTime.FROM_CONFIRMED_START,
            Unsatisfiable.WAITS,
            RetryOptions.DEFAULT,
            QuarantineOptions.DEFAULT,
            Finished.DROPPED,
            OUTLOOK_NANOS);
}

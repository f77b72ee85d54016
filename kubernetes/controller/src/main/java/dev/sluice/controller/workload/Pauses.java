package dev.sluice.controller.workload;

/// How long a failed call waits before it is repeated: 100 ms, doubled with each failure, half a minute at most.
final class Pauses {
    private static final long FIRST_NANOS = 100_000_000L;
    private static final long LONGEST_NANOS = 30_000_000_000L;

    /// The longest pause is reached long before.
    private static final int DOUBLINGS_MAX = 20;

    private Pauses() {}

    static long nanos(int failures) {
        int doublings = Math.clamp(failures - 1, 0, DOUBLINGS_MAX);
        return Math.min(FIRST_NANOS << doublings, LONGEST_NANOS);
    }
}

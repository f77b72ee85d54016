package dev.sluice.scheduling;

/// A job of a random workload; times in seconds.
record Task(int submit, int run, int wall, int cores) {
    static final long SECOND = 1_000_000_000L;

    /// Returns the run time with enforced wall time.
    int enforced() {
        return Math.min(run, wall);
    }
}

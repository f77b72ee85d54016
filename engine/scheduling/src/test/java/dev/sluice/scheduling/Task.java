package dev.sluice.scheduling;

/// A job of a random workload; times in seconds.
record Task(int submit, int run, int wall, int cores) {
    static final long SECOND = 1_000_000_000L;

    /// How long it runs if its wall time is enforced.
    int enforced() {
        return Math.min(run, wall);
    }
}

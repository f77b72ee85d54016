package dev.sluice.queue.postgres;

import dev.sluice.runtime.time.Timers;

/// When to try again: after a pause that doubles with each failure in a row.
final class Retry {
    private static final long PAUSE_NANOS_MIN = 100_000_000L;

    /// A database that comes back is used again within this time.
    private static final long PAUSE_NANOS_MAX = 5_000_000_000L;

    private final Timers timers;
    private long pauseNanos = PAUSE_NANOS_MIN;
    private boolean isPausing;

    Retry(Timers timers) {
        this.timers = timers;
    }

    boolean isPausing() {
        return isPausing;
    }

    void failed(long nowNanos) {
        isPausing = true;
        timers.schedule(nowNanos + pauseNanos, (_, _) -> isPausing = false, 0);
        pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
    }

    void succeeded() {
        pauseNanos = PAUSE_NANOS_MIN;
    }
}

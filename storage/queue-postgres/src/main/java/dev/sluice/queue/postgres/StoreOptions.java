package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.project.PathMeter;
import dev.sluice.queue.postgres.project.ShareMeter;
import dev.sluice.runtime.time.Clock;

/// How a store accounts, and what it keeps.
///
/// @param meter says what a share amounts to
/// @param historyNanos how long ended jobs, their use and decisions are kept
public record StoreOptions(ShareMeter meter, long historyNanos) {
    private static final long DAY_NANOS = 86_400 * Clock.NANOS_PER_SECOND;

    /// For a Kubernetes cluster; history is kept for a year and a bit, so that last year's report can be repeated.
    public static final StoreOptions KUBERNETES = new StoreOptions(PathMeter.MILLI_CORES, 400 * DAY_NANOS);

    public StoreOptions {
        if (historyNanos < 0) {
            throw new IllegalArgumentException("history (" + historyNanos + " ns) must not be negative");
        }
    }

    public StoreOptions keepingHistory(long nanos) {
        return new StoreOptions(meter, nanos);
    }
}

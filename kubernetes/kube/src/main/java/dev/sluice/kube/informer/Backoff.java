package dev.sluice.kube.informer;

import dev.sluice.runtime.time.Clock;
import java.util.random.RandomGenerator;

/// Exponential backoff with jitter after failures.
///
/// The figures are those of client-go's reflector.
final class Backoff {
    static final long FIRST_NANOS = 800_000_000L;
    static final long LONGEST_NANOS = 30 * Clock.NANOS_PER_SECOND;

    /// After this long without a failure the backoff starts over.
    static final long FORGOTTEN_AFTER_NANOS = 120 * Clock.NANOS_PER_SECOND;

    private final RandomGenerator random;
    private long nextNanos = FIRST_NANOS;
    private long lastFailureNanos;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /// Returns when to try again: between once and twice the current delay from now.
    long afterFailure(long nowNanos) {
        if (nowNanos - lastFailureNanos > FORGOTTEN_AFTER_NANOS) {
            nextNanos = FIRST_NANOS;
        }
        lastFailureNanos = nowNanos;
        long step = nextNanos;
        nextNanos = Math.min(2 * nextNanos, LONGEST_NANOS);
        return nowNanos + step + (long) (random.nextDouble() * step);
    }
}

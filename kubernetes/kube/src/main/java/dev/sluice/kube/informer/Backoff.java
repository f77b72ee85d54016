package dev.sluice.kube.informer;

import dev.sluice.runtime.time.Clock;
import java.util.random.RandomGenerator;

/// How long to wait after a failure: twice as long each time, up to a limit, and never all at the same moment.
///
/// The figures are those of Kubernetes' own informers, which servers are used to.
final class Backoff {
    static final long FIRST_NANOS = 800_000_000L;
    static final long LONGEST_NANOS = 30 * Clock.NANOS_PER_SECOND;

    /// Without a failure for so long, the next one counts as the first.
    static final long FORGOTTEN_AFTER_NANOS = 120 * Clock.NANOS_PER_SECOND;

    private final RandomGenerator random;
    private long nextNanos = FIRST_NANOS;
    private long lastFailureNanos;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /// When to try again: between once and twice the step later.
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

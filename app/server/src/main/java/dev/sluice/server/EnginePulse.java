package dev.sluice.server;

import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/// Tells whether the engine's thread still turns: a step that answers when another thread asks.
final class EnginePulse implements Step {
    /// Far longer than any pass, or the first picture of a large cluster.
    static final long SILENCE_NANOS_MAX = 60 * Clock.NANOS_PER_SECOND;

    static final String STUCK = "the engine's thread has not answered for 60 s";

    private static final long ANSWERED = Long.MIN_VALUE;

    /// Since when an answer is due.
    private final AtomicLong askedNanos = new AtomicLong(ANSWERED);

    private final Runnable wake;

    /// @param wake wakes the engine's crank
    EnginePulse(Runnable wake) {
        this.wake = wake;
    }

    /// Asks for an answer. Any thread may ask.
    ///
    /// @return whether an earlier one has been missing for too long
    boolean isMissing(long nowNanos) {
        if (askedNanos.compareAndSet(ANSWERED, nowNanos)) {
            wake.run();
            return false;
        }
        long since = askedNanos.get();
        return since != ANSWERED && nowNanos - since > SILENCE_NANOS_MAX;
    }

    @Override
    public String name() {
        return "pulse";
    }

    @Override
    public int work(long nowNanos) {
        askedNanos.set(ANSWERED);
        return 0;
    }
}

package dev.sluice.controller.view;

import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.reason.Outlook;
import org.jspecify.annotations.Nullable;

/// Publishes the outlook of an engine about once a second, for readers on other threads. A step of the engine's crank.
public final class QueueStep implements Step {
    /// A person does not notice a second.
    private static final long EVERY_NANOS = Clock.NANOS_PER_SECOND;

    private final Engine engine;
    private final Timers timers;
    private volatile @Nullable Outlook last;
    private boolean isDue = true;

    public QueueStep(Engine engine, Timers timers) {
        this.engine = engine;
        this.timers = timers;
    }

    /// Returns the last outlook; null before the first. Any thread may ask.
    public @Nullable Outlook last() {
        return last;
    }

    @Override
    public String name() {
        return "queue view";
    }

    @Override
    public int work(long nowNanos) {
        if (!isDue) {
            return 0;
        }
        isDue = false;
        last = engine.outlook(nowNanos);
        timers.schedule(nowNanos + EVERY_NANOS, (_, _) -> isDue = true, 0);
        return 1;
    }
}

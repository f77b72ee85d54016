package dev.sluice.controller.view;

import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.reason.Outlook;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Answers readers on other threads with the outlook of an engine. A step of the engine's crank.
///
/// The outlook copies the state of the machine, so it is made for a reader only, and for all readers of a second once.
public final class QueueStep implements Step {
    /// A person does not notice a second.
    private static final long AGE_NANOS_MAX = Clock.NANOS_PER_SECOND;

    private final Engine engine;
    private final Runnable wake;
    private final ConcurrentLinkedQueue<CompletableFuture<Outlook>> asked = new ConcurrentLinkedQueue<>();
    private @Nullable Outlook last;
    private long lastNanos;

    /// @param wake wakes the engine's crank
    public QueueStep(Engine engine, Runnable wake) {
        this.engine = engine;
        this.wake = wake;
    }

    /// Asks for an outlook that is at most a second old. Any thread may ask.
    public CompletableFuture<Outlook> ask() {
        CompletableFuture<Outlook> answer = new CompletableFuture<>();
        asked.add(answer);
        wake.run();
        return answer;
    }

    @Override
    public String name() {
        return "queue view";
    }

    @Override
    public int work(long nowNanos) {
        int done = 0;
        for (CompletableFuture<Outlook> each = asked.poll(); each != null; each = asked.poll()) {
            each.complete(outlook(nowNanos));
            done++;
        }
        return done;
    }

    private Outlook outlook(long nowNanos) {
        Outlook now = last;
        if (now == null || nowNanos - lastNanos > AGE_NANOS_MAX) {
            now = engine.outlook(nowNanos);
            last = now;
            lastNanos = nowNanos;
        }
        return now;
    }
}

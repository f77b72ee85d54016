package dev.sluice.controller.view;

import dev.sluice.runtime.step.Step;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.reason.Outlook;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Answers readers on other threads with the outlook of an engine. A step of the engine's crank.
///
/// The outlook copies the state of the machine, so it is made for a reader only; the engine keeps it for a while.
public final class QueueStep implements Step {
    private final Engine engine;
    private final Runnable wake;
    private final ConcurrentLinkedQueue<CompletableFuture<Outlook>> asked = new ConcurrentLinkedQueue<>();

    /// @param wake wakes the engine's crank
    public QueueStep(Engine engine, Runnable wake) {
        this.engine = engine;
        this.wake = wake;
    }

    /// Asks for an outlook. Any thread may ask. What depends on the answer runs on the engine's thread unless it is
    /// given another.
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
            each.complete(engine.outlook(nowNanos));
            done++;
        }
        return done;
    }
}

package dev.sluice.controller.call;

import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// Starts calls only while this process is certain to be the only scheduler. Others wait; if the certainty never
/// returns, they die with the scheduler.
public final class FencedCalls implements Calls {
    /// A new scheduler may act after some seconds; a tenth of one more is not noticed.
    private static final long CHECK_NANOS = Clock.NANOS_PER_SECOND / 10;

    private final Calls calls;
    private final LongPredicate mayAct;
    private final Timers timers;
    private final Clock clock;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    private record Waiting(Call call, Consumer<Answer> then) {}

    /// @param mayAct whether a call may be started at a time
    /// @param timers of the engine's thread
    public FencedCalls(Calls calls, LongPredicate mayAct, Timers timers, Clock clock) {
        this.calls = calls;
        this.mayAct = mayAct;
        this.timers = timers;
        this.clock = clock;
    }

    @Override
    public void start(Call call, Consumer<Answer> then) {
        if (waiting.isEmpty() && mayAct.test(clock.nowNanos())) {
            calls.start(call, then);
            return;
        }
        waiting.add(new Waiting(call, then));
        if (waiting.size() == 1) {
            checkLater();
        }
    }

    private void checkLater() {
        timers.schedule(clock.nowNanos() + CHECK_NANOS, (_, _) -> check(), 0);
    }

    private void check() {
        if (!mayAct.test(clock.nowNanos())) {
            checkLater();
            return;
        }
        while (!waiting.isEmpty()) {
            Waiting next = waiting.remove();
            calls.start(next.call(), next.then());
        }
    }
}

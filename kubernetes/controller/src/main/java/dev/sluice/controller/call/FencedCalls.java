package dev.sluice.controller.call;

import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// Starts calls only while this process may act: it is certain to be the only scheduler, or knows the whole cluster.
/// [Call.Kind] says what becomes of other calls. If the fence never opens, they die with the scheduler.
public final class FencedCalls implements Calls {
    /// A new scheduler may act after some seconds; a tenth of one more is not noticed.
    private static final long CHECK_NANOS = Clock.NANOS_PER_SECOND / 10;

    private final Calls calls;
    private final LongPredicate mayAct;
    private final Timers timers;
    private final Clock clock;
    private List<Waiting> waiting = new ArrayList<>();
    private boolean isChecking;
    private boolean wasOpen;
    private long openedNanos;

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
        if (call.kind() == Call.Kind.READ || (waiting.isEmpty() && isOpen())) {
            calls.start(call, then);
            return;
        }
        waiting.add(new Waiting(call, then));
        checkLater();
    }

    @Override
    public long openSinceNanos() {
        if (isOpen()) {
            return Math.max(openedNanos, calls.openSinceNanos());
        }
        checkLater();
        return clock.nowNanos();
    }

    private boolean isOpen() {
        long now = clock.nowNanos();
        boolean isOpen = mayAct.test(now);
        if (isOpen && !wasOpen) {
            openedNanos = now;
        }
        wasOpen = isOpen;
        return isOpen;
    }

    private void checkLater() {
        if (!isChecking) {
            isChecking = true;
            timers.schedule(clock.nowNanos() + CHECK_NANOS, (_, _) -> check(), 0);
        }
    }

    private void check() {
        isChecking = false;
        if (!isOpen()) {
            checkLater();
            return;
        }
        List<Waiting> all = waiting;
        waiting = new ArrayList<>();
        for (Waiting each : all) {
            if (each.call().kind() == Call.Kind.NOTE) {
                start(each.call(), each.then());
            } else {
                each.then().accept(new Answer.Withheld());
            }
        }
    }
}

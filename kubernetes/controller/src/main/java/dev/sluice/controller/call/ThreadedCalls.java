package dev.sluice.controller.call;

import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// Calls on threads of their own, many at a time.
public final class ThreadedCalls implements Calls {
    /// A server that has not answered by then is asked again whether the call took effect.
    public static final long DEADLINE_NANOS = 5 * Clock.NANOS_PER_SECOND;

    /// As many as one connection carries (see `kube-client`). More would wait there while their deadlines pass.
    private static final int IN_FLIGHT_MAX = 64;

    private final Kube kube;
    private final Executor threads;
    private final Consumer<Runnable> engine;
    private final Timers timers;
    private final Clock clock;
    private final LongPredicate mayAct;
    private final ArrayDeque<Started> waiting = new ArrayDeque<>();
    private int inFlight;

    private record Started(Call call, Consumer<Answer> then) {}

    /// @param threads runs a call, which blocks
    /// @param engine runs an answer on the engine's thread
    /// @param timers of the engine's thread
    public ThreadedCalls(Kube kube, Executor threads, Consumer<Runnable> engine, Timers timers, Clock clock) {
        this(kube, threads, engine, timers, clock, _ -> true);
    }

    /// @param mayAct whether this process is certain, at a time, to be the only scheduler; any thread asks. Calls may
    /// wait
    ///     here for others, so each is checked right before it is made.
    public ThreadedCalls(
            Kube kube, Executor threads, Consumer<Runnable> engine, Timers timers, Clock clock, LongPredicate mayAct) {
        this.mayAct = mayAct;
        this.kube = kube;
        this.threads = threads;
        this.engine = engine;
        this.timers = timers;
        this.clock = clock;
    }

    @Override
    public void start(Call call, Consumer<Answer> then) {
        waiting.add(new Started(call, then));
        startWaiting();
    }

    private void startWaiting() {
        while (inFlight < IN_FLIGHT_MAX && !waiting.isEmpty()) {
            Started started = waiting.remove();
            inFlight++;
            InFlight call = new InFlight(started.then());
            call.timer = timers.schedule(
                    clock.nowNanos() + DEADLINE_NANOS,
                    (_, _) -> call.end(new Answer.Unknown(started.call().what() + ": no answer in time")),
                    0);
            threads.execute(() -> {
                Answer answer =
                        mayMake(started.call()) ? Answer.to(started.call().request(), kube) : new Answer.Withheld();
                engine.accept(() -> call.end(answer));
            });
        }
    }

    private boolean mayMake(Call call) {
        return call.kind() == Call.Kind.READ || mayAct.test(clock.nowNanos());
    }

    /// A call that is under way. Its deadline or its answer ends it, whichever comes first.
    private final class InFlight {
        private final Consumer<Answer> then;
        private long timer = Timers.NO_TIMER;
        private boolean isOver;

        InFlight(Consumer<Answer> then) {
            this.then = then;
        }

        void end(Answer answer) {
            if (isOver) {
                return;
            }
            isOver = true;
            inFlight--;
            timers.cancel(timer);
            then.accept(answer);
            startWaiting();
        }
    }
}

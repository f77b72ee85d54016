package dev.sluice.controller;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.call.Calls;
import dev.sluice.controller.call.ThreadedCalls;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Calls in virtual time: each reaches the server after a random delay, and so does its answer. Some get lost on the
/// way there or back.
final class DelayedCalls implements Calls {
    private static final long DELAY_NANOS_MAX = 50_000_000L;

    private final Supplier<Kube> kube;
    private final Timers timers;
    private final Clock clock;
    private final RandomGenerator random;
    private final List<String> made = new ArrayList<>();
    private Consumer<String> listener = _ -> {};
    private String awaited = "";
    private Runnable before = () -> {};
    private String late = "";
    private double lost;
    private boolean isDead;

    DelayedCalls(Supplier<Kube> kube, Timers timers, Clock clock, RandomGenerator random) {
        this.kube = kube;
        this.timers = timers;
        this.clock = clock;
        this.random = random;
    }

    /// Loses a part of the calls or of their answers.
    void lose(double rate) {
        lost = rate;
    }

    /// Tells of each call when the server has carried it out, before it is answered.
    void listen(Consumer<String> newListener) {
        listener = newListener;
    }

    /// Does something once, right before the next call of a kind reaches the server.
    ///
    /// @param verb with which the calls' descriptions begin
    void before(String verb, Runnable what) {
        awaited = verb;
        before = what;
    }

    /// Answers the next call of a kind as one that timed out, and lets it reach the server right before the call of
    /// that kind that follows.
    void landLate(String verb) {
        late = verb;
    }

    /// Ends the process that makes the calls: nothing more reaches the server, and nothing is answered.
    void die() {
        isDead = true;
    }

    /// Returns the calls that have reached the server.
    List<String> made() {
        return made;
    }

    @Override
    public void start(Call call, Consumer<Answer> then) {
        if (!late.isEmpty() && call.what().startsWith(late)) {
            before(late, () -> answer(call));
            late = "";
            after(ThreadedCalls.DEADLINE_NANOS, () -> then.accept(new Answer.Unknown("no answer in time")));
            return;
        }
        boolean isLost = random.nextDouble() < lost;
        boolean isAnswerLost = random.nextDouble() < lost;
        after(() -> {
            Answer answer = isLost ? new Answer.Unknown("lost on the way to the server") : answer(call);
            after(() -> then.accept(isAnswerLost ? new Answer.Unknown("the answer was lost") : answer));
        });
    }

    private Answer answer(Call call) {
        if (!awaited.isEmpty() && call.what().startsWith(awaited)) {
            awaited = "";
            before.run();
        }
        Answer answer = Answer.to(call.request(), kube.get());
        made.add(call.what());
        listener.accept(call.what());
        return answer;
    }

    private void after(Runnable what) {
        after(1 + random.nextLong(DELAY_NANOS_MAX), what);
    }

    private void after(long nanos, Runnable what) {
        timers.schedule(
                clock.nowNanos() + nanos,
                (_, _) -> {
                    if (!isDead) {
                        what.run();
                    }
                },
                0);
    }
}

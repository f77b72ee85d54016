package dev.sluice.controller.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What becomes of calls while a process may not act.
class FencedCallsTest {
    private final TimerQueue timers = new TimerQueue();
    private final List<String> started = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private long now;
    private boolean mayAct;
    private final Calls direct = new Calls() {
        @Override
        public void start(Call call, Consumer<Answer> then) {
            started.add(call.what());
            then.accept(new Answer.Done(JsonObject.EMPTY));
        }
    };
    private final FencedCalls calls = new FencedCalls(direct, _ -> mayAct, timers, () -> now);

    private void pass(long seconds) {
        now += seconds * Clock.NANOS_PER_SECOND;
        timers.expire(now, 1_000);
    }

    @Test
    void readsAreStartedAtOnce() {
        calls.start(Call.read("read", _ -> JsonObject.EMPTY), answers::add);

        assertThat(started).containsExactly("read");
    }

    @Test
    void notesWaitAndAreStarted() {
        calls.start(Call.note("note", _ -> JsonObject.EMPTY), answers::add);
        pass(1);
        assertThat(started).isEmpty();

        mayAct = true;
        pass(1);

        assertThat(started).containsExactly("note");
    }

    @Test
    void writesAreDecidedAgain() {
        calls.start(new Call("write", _ -> JsonObject.EMPTY), answers::add);
        pass(1);
        assertThat(answers).isEmpty();

        mayAct = true;
        pass(1);

        assertThat(started).isEmpty();
        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst().remedy()).isEqualTo(Remedy.DECIDE_AGAIN);
    }

    @Test
    void saysSinceWhenCallsAreStartedAtOnce() {
        pass(10);
        assertThat(calls.openSinceNanos()).isEqualTo(now);

        mayAct = true;
        long opened = now;
        assertThat(calls.openSinceNanos()).isEqualTo(opened);
        pass(10);
        assertThat(calls.openSinceNanos()).isEqualTo(opened);
    }
}

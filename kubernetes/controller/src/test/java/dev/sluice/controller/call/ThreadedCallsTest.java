package dev.sluice.controller.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.TimerQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/// Calls that wait for others to end.
class ThreadedCallsTest {
    private static final int CALLS = 100;

    /// As many as one connection carries.
    private static final int IN_FLIGHT = 64;

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<Answer> answers = new ArrayList<>();
    private int made;
    private boolean mayAct = true;
    private long nowNanos;
    private final TimerQueue timers = new TimerQueue();
    private final ThreadedCalls calls = new ThreadedCalls(
            new VirtualCluster(new Seeds(1), 0).kube(),
            threads::add,
            Runnable::run,
            timers,
            () -> nowNanos,
            _ -> mayAct);

    private JsonObject make() {
        made++;
        return JsonObject.EMPTY;
    }

    private void run() {
        for (Runnable next = threads.poll(); next != null; next = threads.poll()) {
            next.run();
        }
    }

    @Test
    void noCallIsMadeAfterTheRightToActIsLost() {
        for (int i = 0; i < CALLS; i++) {
            calls.start(new Call("write", _ -> make()), answers::add);
        }
        int handedOver = threads.size();
        assertThat(handedOver).as("the others wait").isLessThan(CALLS);
        threads.remove().run();
        mayAct = false;
        run();

        assertThat(made).isEqualTo(1);
        assertThat(answers).hasSize(CALLS);
        assertThat(answers.stream().filter(answer -> answer.remedy() == Remedy.DECIDE_AGAIN))
                .hasSize(CALLS - 1);
    }

    @Test
    void readsAreMadeAllTheSame() {
        mayAct = false;
        calls.start(Call.read("read", _ -> make()), answers::add);
        run();

        assertThat(made).isEqualTo(1);
    }

    private void advanceTo(long nanos) {
        nowNanos = nanos;
        timers.expire(nanos, 1_000);
    }

    @Test
    void aCallWithoutAnAnswerIsUnknownAfterFiveSeconds() {
        calls.start(new Call("bind", _ -> make()), answers::add);
        advanceTo(5_000_000_000L - 1);
        assertThat(answers).isEmpty();

        advanceTo(5_000_000_000L);
        assertThat(answers).containsExactly(new Answer.Unknown("bind: no answer in time"));
        assertThat(answers.getFirst().remedy()).isEqualTo(Remedy.READ_AGAIN);
    }

    @Test
    void anAnswerAfterTheDeadlineIsNotHeardOf() {
        calls.start(new Call("bind", _ -> make()), answers::add);
        advanceTo(6_000_000_000L);
        run();

        assertThat(made).as("it took effect").isEqualTo(1);
        assertThat(answers).hasSize(1).allMatch(Answer.Unknown.class::isInstance);
    }

    @Test
    void noDeadlineFollowsAnAnswer() {
        calls.start(new Call("bind", _ -> make()), answers::add);
        run();
        advanceTo(6_000_000_000L);

        assertThat(answers).hasSize(1).allMatch(Answer.Done.class::isInstance);
    }

    @Test
    void sixtyFourCallsAreInFlightAtMost() {
        for (int i = 0; i < CALLS; i++) {
            calls.start(new Call("bind", _ -> make()), answers::add);
        }
        assertThat(threads).hasSize(IN_FLIGHT);

        threads.remove().run();
        assertThat(threads).as("an answer makes room").hasSize(IN_FLIGHT);
        run();
        assertThat(made).isEqualTo(CALLS);
        assertThat(answers).hasSize(CALLS);
    }

    @Test
    void aDeadlineMakesRoomAndCountsFromWhenACallIsMade() {
        for (int i = 0; i < CALLS; i++) {
            calls.start(new Call("bind", _ -> make()), answers::add);
        }
        advanceTo(5_000_000_000L);

        assertThat(answers).hasSize(IN_FLIGHT);
        assertThat(threads).as("handed over").hasSize(CALLS);
        advanceTo(9_000_000_000L);
        assertThat(answers).as("the others have their own deadlines").hasSize(IN_FLIGHT);
    }
}

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

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<Answer> answers = new ArrayList<>();
    private int made;
    private boolean mayAct = true;
    private final ThreadedCalls calls = new ThreadedCalls(
            new VirtualCluster(new Seeds(1), 0).kube(),
            threads::add,
            Runnable::run,
            new TimerQueue(),
            () -> 0,
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
}

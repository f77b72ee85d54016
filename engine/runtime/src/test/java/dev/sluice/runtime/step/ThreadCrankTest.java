package dev.sluice.runtime.step;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs on real threads and the real clock; each test waits for what the crank itself reports.
@Timeout(value = 30, unit = SECONDS)
class ThreadCrankTest {
    private final SystemClock clock = new SystemClock();
    private final TimerQueue timers = new TimerQueue();
    private final Queue<String> inbox = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> outbox = new LinkedBlockingQueue<>();

    private final Step echo = new Step() {
        @Override
        public String name() {
            return "echo";
        }

        @Override
        public int work(long nowNanos) {
            String letter = inbox.poll();
            if (letter == null) {
                return 0;
            }
            if (letter.equals("bomb")) {
                throw new IllegalStateException(letter);
            }
            outbox.add(letter + " on " + Thread.currentThread().getName());
            return 1;
        }
    };

    @Test
    void aWokenCrankFindsTheWorkHandedToIt() throws InterruptedException {
        try (ThreadCrank crank = new ThreadCrank("crank", clock, timers, List.of(echo), new FailRunOnFault())) {
            crank.start();
            for (int i = 0; i < 1000; i++) {
                inbox.add("letter " + i);
                crank.wake();
                assertThat(outbox.take()).isEqualTo("letter " + i + " on crank");
            }
        }
    }

    @Test
    void aCallToWakeIsNotLostToAStepThatWaits() throws InterruptedException {
        BlockingQueue<ThreadCrank> handle = new LinkedBlockingQueue<>();
        Step waiting = new Step() {
            private int turns;

            @Override
            public String name() {
                return "waiting";
            }

            @Override
            public int work(long nowNanos) {
                turns++;
                outbox.add("turn " + turns);
                if (turns == 1) {
                    handle.remove().wake();
                    // As a contended lock does. The call to wake has already come, so this does not block.
                    LockSupport.park(this);
                }
                return 0;
            }
        };
        try (ThreadCrank crank = new ThreadCrank("crank", clock, timers, List.of(waiting), new FailRunOnFault())) {
            handle.add(crank);
            crank.start();

            assertThat(outbox.take()).isEqualTo("turn 1");
            assertThat(outbox.take()).isEqualTo("turn 2");
        }
    }

    @Test
    void timersFireWithoutBeingWoken() throws InterruptedException {
        long deadline = clock.nowNanos() + 20_000_000;
        timers.schedule(deadline, (_, now) -> outbox.add(now >= deadline ? "in time" : "early"), 0);

        try (ThreadCrank crank = new ThreadCrank("crank", clock, timers, List.of(), new FailRunOnFault())) {
            crank.start();

            assertThat(outbox.take()).isEqualTo("in time");
        }
    }

    @Test
    void aFaultIsRaisedOnceAndEndsTheThread() throws InterruptedException {
        ThreadCrank crank = new ThreadCrank(
                "crank", clock, timers, List.of(echo), (where, fault) -> outbox.add(where + ": " + fault.getMessage()));
        inbox.addAll(List.of("bomb", "after"));
        crank.start();

        assertThat(outbox.take()).isEqualTo("echo: bomb");
        crank.close();

        assertThat(inbox).containsExactly("after");
    }

    @Test
    void aStepCanCloseItsOwnCrank() throws InterruptedException {
        BlockingQueue<ThreadCrank> handle = new LinkedBlockingQueue<>();
        timers.schedule(
                0,
                (_, _) -> {
                    ThreadCrank own = handle.remove();
                    own.close();
                    outbox.add("closed");
                },
                0);
        ThreadCrank crank = new ThreadCrank("crank", clock, timers, List.of(), new FailRunOnFault());
        handle.add(crank);

        crank.start();

        assertThat(outbox.take()).isEqualTo("closed");
        crank.close();
    }
}

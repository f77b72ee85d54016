package dev.sluice.runtime.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.fault.InvariantViolation;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.Test;

class VirtualCrankTest {
    private final VirtualClock clock = new VirtualClock(0);
    private final TimerQueue timers = new TimerQueue();
    private final List<Long> moments = new ArrayList<>();

    @Test
    void timeJumpsFromTimerToTimer() {
        timers.schedule(30, (_, now) -> moments.add(now), 0);
        timers.schedule(10, (_, now) -> moments.add(now), 0);

        crank().runUntilIdle();

        assertThat(moments).containsExactly(10L, 30L);
        assertThat(clock.nowNanos()).isEqualTo(30);
    }

    @Test
    void stepsFinishTheirWorkBeforeTimePasses() {
        Queue<String> inbox = new ArrayDeque<>();
        timers.schedule(10, (_, _) -> inbox.addAll(List.of("a", "b", "c")), 0);
        timers.schedule(11, (_, _) -> assertThat(inbox).isEmpty(), 0);
        Step reader = step("reader", now -> {
            if (inbox.poll() == null) {
                return 0;
            }
            moments.add(now);
            return 1;
        });

        crank(reader).runUntilIdle();

        assertThat(moments).containsExactly(10L, 10L, 10L);
    }

    @Test
    void aRunUntilAMomentEndsThereAndCanGoOn() {
        timers.schedule(10, (_, now) -> moments.add(now), 0);
        timers.schedule(50, (_, now) -> moments.add(now), 0);
        VirtualCrank crank = crank();

        crank.runUntil(20);
        assertThat(clock.nowNanos()).isEqualTo(20);
        assertThat(moments).containsExactly(10L);

        crank.runUntil(50);
        assertThat(moments).containsExactly(10L, 50L);
    }

    @Test
    void aThrowingStepFailsTheRunByName() {
        Step broken = step("broken", _ -> {
            throw new IllegalStateException("no");
        });

        assertThatThrownBy(() -> crank(broken).runUntilIdle())
                .isInstanceOf(FailRunOnFault.FailedRun.class)
                .hasMessageContaining("broken")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStepThatNeverRestsIsReportedAsStuck() {
        Step restless = step("restless", _ -> 1);

        assertThatThrownBy(() -> crank(restless).runUntilIdle())
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("no rest at (0) ns");
    }

    @Test
    void aSwallowedFaultStillStopsTheRun() {
        int[] calls = new int[1];
        Step broken = step("broken", _ -> {
            calls[0]++;
            throw new IllegalStateException("no");
        });
        timers.schedule(10, (_, now) -> moments.add(now), 0);

        new VirtualCrank(clock, timers, List.of(broken), (_, _) -> {}).runUntil(100);

        assertThat(calls[0]).isOne();
        assertThat(moments).isEmpty();
        assertThat(clock.nowNanos()).isZero();
    }

    private VirtualCrank crank(Step... steps) {
        return new VirtualCrank(clock, timers, List.of(steps), new FailRunOnFault());
    }

    private static Step step(String name, LongToIntFunction work) {
        return new Step() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int work(long nowNanos) {
                return work.applyAsInt(nowNanos);
            }
        };
    }
}

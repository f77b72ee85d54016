package dev.sluice.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
    private final TimerQueue timers = new TimerQueue();
    private final List<Long> fired = new ArrayList<>();
    private final TimerHandler record = (subject, _) -> fired.add(subject);

    @Test
    void timersFireByDeadlineThenByInsertion() {
        timers.schedule(20, record, 1);
        timers.schedule(10, record, 2);
        timers.schedule(20, record, 3);
        timers.schedule(10, record, 4);

        timers.expire(20, 100);

        assertThat(fired).containsExactly(2L, 4L, 1L, 3L);
    }

    @Test
    void aTimerFiresAtItsDeadlineAndNotBefore() {
        timers.schedule(10, record, 1);

        assertThat(timers.expire(9, 100)).isZero();
        assertThat(timers.expire(10, 100)).isOne();
        assertThat(timers.expire(11, 100)).isZero();
    }

    @Test
    void noMoreTimersFireThanTheLimitAllows() {
        for (int i = 0; i < 5; i++) {
            timers.schedule(1, record, i);
        }

        assertThat(timers.expire(1, 3)).isEqualTo(3);

        assertThat(fired).containsExactly(0L, 1L, 2L);
        assertThat(timers.pending()).isEqualTo(2);
    }

    @Test
    void aCancelledTimerNeverFires() {
        long timer = timers.schedule(10, record, 1);

        assertThat(timers.cancel(timer)).isTrue();

        assertThat(timers.expire(10, 100)).isZero();
        assertThat(timers.nextDeadlineNanos()).isEqualTo(TimerQueue.NEVER_NANOS);
    }

    @Test
    void theIdOfAFiredTimerDoesNotCancelTheNextOneInItsSlot() {
        long old = timers.schedule(10, record, 1);
        timers.expire(10, 100);
        timers.schedule(20, record, 2);

        assertThat(timers.cancel(old)).isFalse();

        timers.expire(20, 100);
        assertThat(fired).containsExactly(1L, 2L);
    }

    @Test
    void cancellingTwiceOrANonsenseIdDoesNothing() {
        long timer = timers.schedule(10, record, 1);
        timers.cancel(timer);

        assertThat(timers.cancel(timer)).isFalse();
        assertThat(timers.cancel(Timers.NO_TIMER)).isFalse();
        assertThat(timers.cancel(12345)).isFalse();
    }

    @Test
    void aHandlerCanScheduleForTheVeryMoment() {
        timers.schedule(10, (_, now) -> timers.schedule(now, record, 7), 0);

        assertThat(timers.expire(10, 100)).isEqualTo(2);

        assertThat(fired).containsExactly(7L);
    }

    @Test
    void aHandlerCanCancelATimerThatIsDue() {
        long[] victim = new long[1];
        timers.schedule(10, (_, _) -> timers.cancel(victim[0]), 0);
        victim[0] = timers.schedule(10, record, 1);

        timers.expire(10, 100);

        assertThat(fired).isEmpty();
    }
}

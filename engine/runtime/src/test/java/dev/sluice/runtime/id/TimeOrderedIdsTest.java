package dev.sluice.runtime.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.InvariantViolation;
import dev.sluice.runtime.time.VirtualClock;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
    private static final long EPOCH_NANOS = TimeOrderedIds.EPOCH_MILLIS * 1_000_000;

    @Test
    void anIdHoldsMillisecondsGeneratorAndSequence() {
        VirtualClock clock = new VirtualClock(EPOCH_NANOS + 5_000_000);
        TimeOrderedIds ids = new TimeOrderedIds(clock, 3, TimeOrderedIds.NONE_ISSUED);

        assertThat(ids.next()).isEqualTo(5L << 24 | 3L << 10);
        assertThat(ids.next()).isEqualTo(5L << 24 | 3L << 10 | 1);
    }

    @Test
    void moreThanASequenceHoldsRunsIntoTheNextMillisecond() {
        VirtualClock clock = new VirtualClock(EPOCH_NANOS + 5_000_000);
        TimeOrderedIds ids = new TimeOrderedIds(clock, 0, TimeOrderedIds.NONE_ISSUED);
        long last = 0;
        for (int i = 0; i < 1024; i++) {
            last = ids.next();
        }

        assertThat(last).isEqualTo(5L << 24 | 1023);
        assertThat(ids.next()).isEqualTo(6L << 24);
    }

    @Test
    void aRestartWithALaggingClockRepeatsNoId() {
        VirtualClock clock = new VirtualClock(EPOCH_NANOS + 5_000_000);
        long last = new TimeOrderedIds(clock, 7, TimeOrderedIds.NONE_ISSUED).next();

        TimeOrderedIds restarted = new TimeOrderedIds(new VirtualClock(EPOCH_NANOS), 7, last);

        assertThat(restarted.next()).isGreaterThan(last);
    }

    @Test
    void aGeneratorNumberOutOfRangeIsRefused() {
        assertThatThrownBy(() -> new TimeOrderedIds(new VirtualClock(0), 16384, TimeOrderedIds.NONE_ISSUED))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("(16384)");
    }
}

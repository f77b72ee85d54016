package dev.sluice.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    private static final long WALL_START = 1_000_000;

    private long wall = WALL_START;
    private long steady = 500;
    private final SystemClock clock = new SystemClock(() -> wall, () -> steady);

    @Test
    void itShowsTheWallClocksTime() {
        pass(250);

        assertThat(clock.nowNanos()).isEqualTo(WALL_START + 250);
    }

    @Test
    void aWallClockSetForwardIsFollowedAtOnce() {
        wall += 3_600_000;
        pass(10);

        assertThat(clock.nowNanos()).isEqualTo(WALL_START + 3_600_000 + 10);
    }

    @Test
    void afterTheWallClockIsSetBackTimePassesAtHalfSpeedUntilBothAgree() {
        wall -= 100;

        pass(80);
        assertThat(clock.nowNanos()).isEqualTo(WALL_START + 40);
        pass(80);
        assertThat(clock.nowNanos()).isEqualTo(WALL_START + 80);
        pass(80);
        assertThat(clock.nowNanos()).isEqualTo(wall);
    }

    @Test
    void theMachinesClockIsReadAsEpochTime() {
        Instant before = Instant.now();
        Instant shown = new SystemClock().now();

        assertThat(shown).isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
    }

    private void pass(long nanos) {
        wall += nanos;
        steady += nanos;
    }
}

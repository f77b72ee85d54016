package dev.sluice.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.InvariantViolation;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    private final VirtualClock clock = new VirtualClock(1_500_000_000L);

    @Test
    void itStandsStillUntilAdvanced() {
        assertThat(clock.nowNanos()).isEqualTo(1_500_000_000L);

        clock.advanceBy(500_000_000L);

        assertThat(clock.now()).isEqualTo(Instant.ofEpochSecond(2));
    }

    @Test
    void itRefusesToRunBackwards() {
        assertThatThrownBy(() -> clock.advanceTo(0))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("from (1500000000) to (0)");
    }
}

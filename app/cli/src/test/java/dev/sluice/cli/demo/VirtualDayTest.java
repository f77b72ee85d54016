package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VirtualDayTest {

    @Test
    void theSameSeedGivesTheSameDayAndAnotherAnother() {
        VirtualDay day = VirtualDay.live(7, 100);

        assertThat(VirtualDay.live(7, 100)).isEqualTo(day);
        assertThat(VirtualDay.live(8, 100).fingerprint()).isNotEqualTo(day.fingerprint());
    }

    @Test
    void theDayAddsUp() {
        VirtualDay day = VirtualDay.live(7, 100);

        assertThat(day.submittedPerHour()).hasSize(24);
        assertThat(day.submittedPerHour().stream().mapToLong(Integer::longValue).sum())
                .isEqualTo(day.submitted());
        assertThat(day.timersFired()).isEqualTo(day.submitted() + day.withdrawn());
        assertThat(day.submittedPerHour().get(14))
                .isGreaterThan(day.submittedPerHour().get(2));
    }
}

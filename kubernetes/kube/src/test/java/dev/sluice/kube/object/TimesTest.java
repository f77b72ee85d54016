package dev.sluice.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimesTest {
    @Test
    void timesThatNanosecondsCannotTellAreTheFirstOrTheLastThatTheyCan() {
        assertThat(Times.parse("1600-01-01T00:00:00Z", 0)).isEqualTo(Long.MIN_VALUE);
        assertThat(Times.parse("2300-01-01T00:00:00Z", 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(Times.parse("1970-01-01T00:00:01.5Z", 0)).isEqualTo(1_500_000_000L);
        assertThat(Times.parse("1677-09-21T00:12:43.145224192Z", 0)).isEqualTo(Long.MIN_VALUE);
        assertThat(Times.parse("1677-09-21T00:12:43.145224193Z", 0)).isEqualTo(Long.MIN_VALUE + 1);
        assertThat(Times.parse("2262-04-11T23:47:16.854775807Z", 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(Times.parse("2262-04-11T23:47:16.854775808Z", 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTextThatIsNoTimeGivesTheDefault() {
        assertThat(Times.parse("", 7)).isEqualTo(7);
        assertThat(Times.parse("yesterday", 7)).isEqualTo(7);
    }
}

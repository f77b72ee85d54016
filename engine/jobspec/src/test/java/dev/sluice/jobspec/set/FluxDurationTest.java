package dev.sluice.jobspec.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FluxDurationTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "2, 2",
        "2s, 2",
        "2ms, 0.002",
        "30m, 1800",
        "1.5h, 5400",
        ".5m, 30",
        "2.d, 172800",
        "1e3s, 1000",
        "+5, 5",
        "0x10, 16",
        "0x1d, 29",
        "inf, Infinity",
        "infinity, Infinity",
        "INFINITY, Infinity",
        "infd, Infinity"
    })
    void durationsAreSeconds(String text, double seconds) {
        if (Double.isInfinite(seconds)) {
            assertThat(FluxDuration.parseSeconds(text)).isInfinite();
        } else {
            assertThat(FluxDuration.parseSeconds(text)).isEqualTo(seconds, within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "h", "1x", "1 h", "1hh", "1H", "nan", "1M", "1e", "1w", "0x"})
    void everythingElseIsRefused(String text) {
        assertThat(FluxDuration.find(text)).isEmpty();
        assertThatThrownBy(() -> FluxDuration.parseSeconds(text))
                .isInstanceOf(MalformedTextException.class)
                .hasMessageStartingWith("duration (" + text + ")");
    }

    @Test
    void theMessageSaysWhereAndWhatMayHelp() {
        assertThatThrownBy(() -> FluxDuration.parseSeconds("15w"))
                .hasMessage("duration (15w): unexpected character (w) at position (3). Maybe 30, 30s, 1.5h or 2d?");
    }

    @ParameterizedTest
    @CsvSource({"0, 0s", "1, 1s", "90, 90s", "120, 2m", "3600, 1h", "86400, 1d", "0.5, 0.5s", "Infinity, infinity"})
    void secondsAreWrittenInTheLargestUnitThatDividesThem(double seconds, String text) {
        assertThat(FluxDuration.encodeSeconds(seconds)).isEqualTo(text);
        assertThat(FluxDuration.parseSeconds(text)).isEqualTo(seconds);
    }

    @Test
    void thereAreNoNegativeDurations() {
        assertThatIllegalArgumentException().isThrownBy(() -> FluxDuration.encodeSeconds(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> FluxDuration.encodeSeconds(Double.NaN));
    }
}

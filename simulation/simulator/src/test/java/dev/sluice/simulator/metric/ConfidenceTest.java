package dev.sluice.simulator.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceTest {

    /// From the usual tables of Student's distribution.
    @ParameterizedTest
    @CsvSource({
        "1, 12.7062",
        "2, 4.3027",
        "3, 3.1824",
        "4, 2.7764",
        "9, 2.2622",
        "10, 2.2281",
        "29, 2.0452",
        "120, 1.9799",
        "100000, 1.9600"
    })
    void quantilesAreThoseOfTheTables(int freedom, double expected) {
        assertThat(Confidence.studentQuantile(freedom)).isCloseTo(expected, within(5e-5));
    }

    @Test
    void theIntervalIsStudentsT() {
        Confidence confidence = Confidence.of(10, 12, 14, 16, 18);

        assertThat(confidence.count()).isEqualTo(5);
        assertThat(confidence.mean()).isEqualTo(14);
        assertThat(confidence.halfWidth()).isCloseTo(2.7764 * Math.sqrt(10) / Math.sqrt(5), within(1e-3));
    }

    @Test
    void oneValueHasNoSpread() {
        assertThat(Confidence.of(10).mean()).isEqualTo(10);
        assertThat(Confidence.of(10).halfWidth()).isNaN();
    }

    @Test
    void valuesThatAreNotKnownAreLeftOut() {
        assertThat(Confidence.of(10, Double.NaN, 12).mean()).isEqualTo(11);
        assertThat(Confidence.of(Double.NaN).mean()).isNaN();
    }
}

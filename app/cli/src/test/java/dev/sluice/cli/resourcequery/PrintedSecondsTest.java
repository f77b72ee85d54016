package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedSecondsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.00125, 0.00125",
        "0.0001, 0.0001",
        "0.000031, 3.1e-05",
        "0.000000001, 1e-09",
        "1.23456789, 1.23457",
        "123456.7, 123457",
        "1234567, 1.23457e+06"
    })
    void sixDigitsAreKeptAsInCpp(double seconds, String text) {
        assertThat(PrintedSeconds.shortest(seconds)).isEqualTo(text);
    }

    @Test
    void sixDecimalsAreWrittenOut() {
        assertThat(PrintedSeconds.withSixDecimals(0)).isEqualTo("0.000000");
        assertThat(PrintedSeconds.withSixDecimals(PrintedSeconds.between(1_000, 1_251_900)))
                .isEqualTo("0.001251");
    }
}

package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {

    @ParameterizedTest
    @CsvSource({"demo, demo, 0", "dmeo, demo, 1", "dem, demo, 1", "demmo, demo, 1", "damo, demo, 1", "'', demo, 4"})
    void distanceCountsTypingErrors(String typed, String meant, int typingErrors) {
        assertThat(DidYouMean.typingErrors(typed, meant)).isEqualTo(typingErrors);
    }

    @Test
    void theLikeliestGuessComesFirst() {
        assertThat(DidYouMean.closest("simulat", List.of("sweep", "simulator", "simulate")))
                .containsExactly("simulate", "simulator");
    }

    @Test
    void theBeginningOfAWordIsEnough() {
        assertThat(DidYouMean.closest("comp", List.of("completion", "doctor"))).containsExactly("completion");
    }

    @Test
    void wordsThatAreFarOffAreNotGuessed() {
        assertThat(DidYouMean.closest("xylophone", List.of("demo", "doctor", "help")))
                .isEmpty();
    }
}

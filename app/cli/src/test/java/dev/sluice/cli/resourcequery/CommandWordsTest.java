package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandWordsTest {

    @Test
    void blanksOfAnyKindAndNumberPartWords() {
        assertThat(CommandWords.of("  match \t allocate  job.yaml \r"))
                .containsExactly("match", "allocate", "job.yaml");
        assertThat(CommandWords.of("quit")).containsExactly("quit");
        assertThat(CommandWords.of(" \t ")).isEmpty();
        assertThat(CommandWords.of("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "12, 12",
        "-3, -3",
        "+3, 3",
        "7up, 7",
        "up, 0",
        "-, 0",
        "'', 0",
        "99999999999999999999, 9223372036854775807",
        "-99999999999999999999, -9223372036854775808"
    })
    void aNumberIsWhatAWordBeginsWith(String word, long number) {
        assertThat(CommandWords.number(word)).isEqualTo(number);
    }
}

package dev.sluice.jobspec.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdsetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "'' = ''",
                "[] = ''",
                "0 = 0",
                "1,2,3,5,6,42 = 1-3,5-6,42",
                "1-3,5-6,42 = 1-3,5-6,42",
                "[1-3,5-6,42] = 1-3,5-6,42",
                "1-2,3-4 = 1-4",
                "7-7 = 7",
                "9223372036854775806 = 9223372036854775806"
            })
    void textIsEncodedInItsShortestForm(String text, String canonical) {
        assertThat(Idset.parse(text).encode()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | unexpected character (x) at position (1)",
                "1- | number missing at position (3)",
                "1, | nothing after the last comma at position (3)",
                ",1 | unexpected character (,) at position (1)",
                "1 2 | unexpected character ( ) at position (2)",
                "-1 | unexpected character (-) at position (1)",
                "01 | number with leading zeros at position (1). Maybe write it without them?",
                "3-1 | range ends (1) before it begins (3) at position (1)",
                "1,1 | id (1) does not come after (1) at position (3). Maybe ids have to be sorted and named once?",
                "5,1 | id (1) does not come after (5) at position (3). Maybe ids have to be sorted and named once?",
                "[1 | bracket without its partner at position (3)",
                "1] | bracket without its partner at position (2)",
                "9223372036854775807 | number larger than (9223372036854775806) at position (1)",
                "99999999999999999999 | number larger than (9223372036854775806) at position (1)"
            })
    void malformedTextIsRefusedWithTheReason(String text, String reason) {
        assertThatThrownBy(() -> Idset.parse(text))
                .isInstanceOf(MalformedTextException.class)
                .hasMessage("idset (" + text + "): " + reason);
    }

    @Test
    void hugeRangesTakeNoMemory() {
        Idset set = Idset.parse("0-9223372036854775806");

        assertThat(set.size()).isEqualTo(Long.MAX_VALUE);
        assertThat(set.contains(1L << 40)).isTrue();
        assertThat(set.minus(Idset.of(5)).encode()).isEqualTo("0-4,6-9223372036854775806");
    }

    @Test
    void longTextsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Idset.parse("1,".repeat(Idset.MAX_TEXT_CHARS)))
                .withMessageContaining("more characters than are read");
    }

    @Test
    void idsAreVisitedInOrder() {
        Idset set = Idset.parse("1-3,7");

        assertThat(set.stream()).containsExactly(1L, 2L, 3L, 7L);
        assertThat(set.first()).isEqualTo(1);
        assertThat(set.last()).isEqualTo(7);
        assertThat(set.rangeCount()).isEqualTo(2);
        assertThat(set.rangeFirst(1)).isEqualTo(7);
    }

    @Test
    void theEmptySetHasNoFirst() {
        assertThatThrownBy(Idset.EMPTY::first).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void negativeIdsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Idset.of(3, -1)).withMessageContaining("id (-1)");
        assertThatIllegalArgumentException().isThrownBy(() -> Idset.range(3, 2)).withMessageContaining("(2) before");
    }
}

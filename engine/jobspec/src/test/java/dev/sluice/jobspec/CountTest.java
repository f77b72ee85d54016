package dev.sluice.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountTest {
    @Test
    void anExactCountIsAllOrNothing() {
        Count four = Count.exactly(4);

        assertThat(four.isExact()).isTrue();
        assertThat(four.largestAvailable(3)).isZero();
        assertThat(four.largestAvailable(4)).isEqualTo(4);
        assertThat(four.largestAvailable(Long.MAX_VALUE)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "1-64:4,  3,  1",
        "1-64:4,  5,  5",
        "1-64:4,  99, 61",
        "3-48:2:*, 2,  0",
        "3-48:2:*, 13, 12",
        "3-48:2:*, 99, 48",
        "2-300:2:^, 3,   2",
        "2-300:2:^, 17,  16",
        "2-300:2:^, 999, 256",
        "2+,       7,  7",
        "'1,4,9-12', 8, 4",
        "'1,4,9-12', 10, 10",
        "'1,4,9-12', 99, 12",
        "'2,4',     1, 0"
    })
    void theLargestAcceptableCountThatFitsIsTaken(String count, long available, long expected) {
        assertThat(Count.parse(count).largestAvailable(available)).isEqualTo(expected);
    }

    @Test
    void nothingOverflows() {
        long huge = Long.MAX_VALUE;

        assertThat(new Count.Range(1, huge, Operator.ADD, huge).largestAvailable(huge))
                .isEqualTo(1);
        assertThat(new Count.Range(3, huge, Operator.MULTIPLY, huge / 2).largestAvailable(huge))
                .isEqualTo(3);
        assertThat(new Count.Range(2, huge, Operator.POWER, huge).largestAvailable(huge))
                .isEqualTo(2);
        assertThat(new Count.Range(2, huge, Operator.POWER, 2).largestAvailable(huge))
                .isEqualTo(1L << 32);
        assertThat(new Count.Range(1, huge, Operator.MULTIPLY, 2).largestAvailable(huge))
                .isEqualTo(1L << 62);
    }

    /// RFC 45, where `:+` and `:1:+` may be omitted, and RFC 22.
    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "1-5:2:+ = 1-5:2",
                "1-5:2 = 1-5:2",
                "1-4:1:+ = 1-4",
                "1-4 = 1-4",
                "[1-4:2:*] = 1-4:2:*",
                "[100+] = 100+",
                "2+:2:^ = 2+:2:^",
                "7 = 7",
                "4-4 = 4",
                "1,2,4,8 = 1-2,4,8",
                "[3,5] = 3,5"
            })
    void textIsEncodedInItsShortestForm(String text, String canonical) {
        assertThat(Count.parse(text).encode()).isEqualTo(canonical);
        assertThat(Count.parse(canonical)).isEqualTo(Count.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0,1",
                "x",
                "1-",
                "+",
                "4-2",
                "1-4:0",
                "1-4:1:*",
                "1-4:2:^",
                "1-4:2:/",
                "01-4",
                "1-4:2:",
                "1--4",
                "1-4:+",
                "5+3",
                "99999999999999999999+"
            })
    void malformedTextIsRefused(String text) {
        assertThatThrownBy(() -> Count.parse(text)).isInstanceOf(MalformedTextException.class);
    }

    @Test
    void aRangeThatDoesNotGrowIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Count.Range(0, 4, Operator.ADD, 1))
                .withMessage("min (0) is below (1), the least for operator (+)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Count.Range(1, 4, Operator.POWER, 2))
                .withMessage("min (1) is below (2), the least for operator (^)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Count.Range(1, 4, Operator.MULTIPLY, 1))
                .withMessage("operand (1) is below (2), the least for operator (*)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Count.between(4, 3))
                .withMessage("max (3) is below min (4)");
        assertThatIllegalArgumentException().isThrownBy(() -> new Count.OneOf(Idset.of(3)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Count.OneOf(Idset.of(0, 3)));
    }
}

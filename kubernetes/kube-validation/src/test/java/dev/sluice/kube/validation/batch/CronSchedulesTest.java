package dev.sluice.kube.validation.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronSchedulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"* * * * *", "*/5 0-6 1,15 jan-MAR sun", "5/10 ? 1 1 0", "@hourly", "@every 1h"})
    void schedulesAreRead(String schedule) {
        assertThat(CronSchedules.error(schedule)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            61 * * * *    | end of range (61) above maximum (59): 61
            * * 0 * *     | beginning of range (0) below minimum (1): 0
            5-1 * * * *   | beginning of range (5) beyond end of range (1): 5-1
            */0 * * * *   | step of range should be a positive number: */0
            1-2-3 * * * * | too many hyphens: 1-2-3
            1/2/3 * * * * | too many slashes: 1/2/3
            a * * * *     | failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax
            @sometimes    | unrecognized descriptor: @sometimes
            """)
    void othersAreRefusedInTheParsersWords(String schedule, String error) {
        assertThat(CronSchedules.error(schedule)).isEqualTo(error);
    }
}

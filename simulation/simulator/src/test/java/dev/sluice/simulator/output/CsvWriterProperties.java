package dev.sluice.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class CsvWriterProperties {
    private static final long LONGEST = 4_000_000_000_000_000_000L;

    @Property
    void secondsHaveSixDecimals(@ForAll @LongRange(min = -LONGEST, max = LONGEST) long nanos) throws IOException {
        BigDecimal exact = BigDecimal.valueOf(nanos, 9).setScale(6, RoundingMode.HALF_UP);

        assertThat(written(csv -> csv.seconds(nanos))).isEqualTo(exact.toPlainString());
    }

    @Property
    void shortSecondsAreTheSameNumber(@ForAll @LongRange(min = 0, max = LONGEST) long nanos) throws IOException {
        String text = written(csv -> csv.shortSeconds(nanos));

        assertThat(new BigDecimal(text))
                .isEqualByComparingTo(BigDecimal.valueOf(nanos, 9).setScale(6, RoundingMode.HALF_UP));
        assertThat(text).doesNotMatch(".*\\.\\d*0|.*\\.");
    }

    @Property
    void quotientsAreThoseOfAnExactDivision(
            @ForAll @LongRange(min = 0, max = LONGEST) long dividend,
            @ForAll @LongRange(min = 1, max = LONGEST) long divisor)
            throws IOException {
        BigDecimal written = new BigDecimal(written(csv -> csv.quotient(dividend, divisor)));

        assertThat(written.subtract(BigDecimal.valueOf(dividend)
                                .divide(BigDecimal.valueOf(divisor), 20, RoundingMode.HALF_UP))
                        .abs())
                .isLessThanOrEqualTo(new BigDecimal("0.00000050001"));
    }

    @Property
    void integersAreWrittenAsJavaWritesThem(@ForAll long value) throws IOException {
        assertThat(written(csv -> csv.integer(value))).isEqualTo(Long.toString(value));
    }

    @Example
    void infinityAndNanAreWrittenAsInC() throws IOException {
        assertThat(written(csv -> csv.quotient(1, 0).quotient(0, 0).decimal(Double.NEGATIVE_INFINITY)))
                .isEqualTo("inf,nan,-inf");
    }

    @Example
    void aRowMayBeLongerThanTheBuffer() throws IOException {
        String name = "é".repeat(100_000);

        assertThat(written(csv -> csv.integer(1).text(name).integer(2))).isEqualTo("1," + name + ",2");
    }

    private interface Fields {
        CsvWriter writeTo(CsvWriter csv) throws IOException;
    }

    private static String written(Fields fields) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CsvWriter csv = new CsvWriter(out)) {
            fields.writeTo(csv);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}

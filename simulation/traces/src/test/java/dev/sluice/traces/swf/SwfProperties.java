package dev.sluice.traces.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class SwfProperties {
    @Property
    void writtenFilesReadBackEqual(@ForAll("traces") SwfTrace trace) {
        SwfTrace again = SwfTexts.read(SwfTexts.write(trace));

        assertThat(again.jobs()).containsExactlyElementsOf(trace.jobs().toList());
        assertThat(again.comments()).isEqualTo(trace.comments());
        assertThat(again.header()).isEqualTo(trace.header());
        assertThat(SwfTexts.write(again)).isEqualTo(SwfTexts.write(trace));
    }

    @Property
    void theFastPathEqualsParseDouble(@ForAll @DoubleRange(min = -1e12, max = 1e12) double value) {
        for (String text :
                List.of(Double.toString(value), BigDecimal.valueOf(value).toPlainString())) {
            SwfTrace trace = SwfTexts.read(SwfTexts.JOB.replace(" 3600 ", " " + text + " "));

            assertThat(trace.value(SwfField.REQUESTED_TIME, 0)).isEqualTo(Double.parseDouble(text) + 0.0);
        }
    }

    @Property
    void decimalsOfAnyLengthAreReadExactly(@ForAll("decimals") String text) {
        SwfTrace trace = SwfTexts.read(SwfTexts.JOB.replace(" 3600 ", " " + text + " "));

        assertThat(trace.value(SwfField.REQUESTED_TIME, 0)).isEqualTo(Double.parseDouble(text));
    }

    @Property
    void anyBytesAreReadOrRefusedProperly(@ForAll byte[] bytes) {
        assertThatCode(() -> SwfTexts.read(bytes, Strictness.LENIENT))
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isNull(),
                        thrown -> assertThat(thrown).isInstanceOf(TraceException.class));
    }

    @Provide
    Arbitrary<String> decimals() {
        Arbitrary<String> digits =
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(25);
        return Combinators.combine(digits, digits).as((whole, fraction) -> whole + "." + fraction);
    }

    @Provide
    Arbitrary<SwfTrace> traces() {
        Arbitrary<Double> value = Arbitraries.oneOf(
                Arbitraries.longs().between(-1, 1L << 53).map(Long::doubleValue),
                Arbitraries.integers().between(-1, 100).map(Integer::doubleValue),
                Arbitraries.doubles());
        Arbitrary<String> text = Arbitraries.strings()
                .withCharRange(' ', '\u2000')
                .excludeChars('\u0085', '\n', '\r')
                .ofMaxLength(30);
        Arbitrary<Consumer<SwfTrace.Builder>> jobs =
                value.array(double[].class).ofSize(SwfField.COUNT).map(row -> trace -> trace.add(tidy(row)));
        Arbitrary<Consumer<SwfTrace.Builder>> comments = text.map(comment -> trace -> trace.comment(comment));
        Arbitrary<Consumer<SwfTrace.Builder>> labels = Combinators.combine(
                        Arbitraries.of("MaxProcs", "Note", "Queue"), text)
                .as((label, worth) -> trace -> trace.label(label, worth));
        return Arbitraries.oneOf(jobs, comments, labels).list().ofMaxSize(20).map(lines -> {
            SwfTrace.Builder trace = new SwfTrace.Builder();
            lines.forEach(line -> line.accept(trace));
            return trace.build();
        });
    }

    /// Without a negative zero, and whole where it must be.
    private static double[] tidy(double[] row) {
        double[] tidy = row.clone();
        for (SwfField field : SwfField.values()) {
            double value = row[field.index()];
            tidy[field.index()] = 0.0 + (field.isWhole() ? Math.rint(Math.clamp(value, -0x1p53, 0x1p53)) : value);
        }
        return tidy;
    }
}

package dev.sluice.kube.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.Recorded;
import dev.sluice.kube.json.JsonObject;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The expected results are those of Kubernetes' own library (k8s.io/apimachinery 0.36.3).
class QuantityTest {
    /// Beyond this Go's 64-bit numbers overflow silently; ours saturate.
    private static final BigDecimal MILLI_MAX = BigDecimal.valueOf(Long.MAX_VALUE, 3);

    @TestFactory
    Stream<DynamicTest> quantitiesAreReadAndCountedAsByKubernetes() {
        return Recorded.cases(Recorded.read("quantity/quantities.json")).stream()
                .map(one -> DynamicTest.dynamicTest(
                        "[" + one.text("text") + "] [" + one.text("other") + "]", () -> isAsRecorded(one)));
    }

    private static void isAsRecorded(JsonObject one) {
        if (one.has("refused")) {
            assertThatThrownBy(() -> Quantity.parse(one.text("text")))
                    .isInstanceOf(QuantityFormatException.class)
                    .hasMessage(one.text("refused"));
            return;
        }
        Quantity quantity = Quantity.parse(one.text("text"));
        assertThat(quantity).hasToString(one.text("canonical"));
        assertThat(quantity.format()).isEqualTo(format(one.text("format")));
        // Kubernetes rounds negative fractions up or down, depending on the notation; ours are rounded away from
        // zero.
        if (quantity.signum() >= 0 && quantity.asDecimal().compareTo(MILLI_MAX) <= 0) {
            assertThat(quantity.asLong()).isEqualTo(one.number(0, "value"));
            assertThat(quantity.asMilli()).isEqualTo(one.number(0, "milli"));
        }
        if (one.has("other")) {
            Quantity other = Quantity.parse(one.text("other"));
            assertThat(quantity.plus(other)).hasToString(one.text("sum"));
            assertThat(quantity.minus(other)).hasToString(one.text("difference"));
            assertThat(Integer.signum(quantity.compareTo(other))).isEqualTo((int) one.number(9, "compared"));
        }
    }

    private static Quantity.Format format(String name) {
        return switch (name) {
            case "DecimalExponent" -> Quantity.Format.DECIMAL_EXPONENT;
            case "BinarySI" -> Quantity.Format.BINARY_SI;
            case "DecimalSI" -> Quantity.Format.DECIMAL_SI;
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Test
    void conversionsSaturate() {
        assertThat(Quantity.parse("10E").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("-10E").asLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(Quantity.parse("1E").asMilli()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("9Ei").asLong()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void equalityIgnoresTheNotation() {
        assertThat(Quantity.parse("1Ki")).isEqualTo(Quantity.parse("1.024k")).hasSameHashCodeAs(Quantity.parse("1024"));
        assertThat(Quantity.parse("0Ki")).isEqualTo(Quantity.ZERO).hasSameHashCodeAs(Quantity.ZERO);
        assertThat(Quantity.parse("1")).isNotEqualTo(Quantity.parse("1001m"));
        assertThat(Quantity.of(4L << 30, Quantity.Format.BINARY_SI)).hasToString("4Gi");
        assertThat(Quantity.ofMilli(1500)).hasToString("1500m").isEqualTo(Quantity.parse("1.5"));
    }

    @Test
    void excessiveLengthsAndExponentsAreRejected() {
        assertThat(Quantity.parse("1e" + Suffix.EXPONENT_MAX).signum()).isOne();
        assertThatThrownBy(() -> Quantity.parse("1e" + (Suffix.EXPONENT_MAX + 1)))
                .isInstanceOf(QuantityFormatException.class);
        assertThatThrownBy(() -> Quantity.parse("1e99999999999999999999")).isInstanceOf(QuantityFormatException.class);
        assertThat(Quantity.parse("1".repeat(Quantity.LENGTH_MAX)).signum()).isOne();
        assertThatThrownBy(() -> Quantity.parse("1".repeat(Quantity.LENGTH_MAX + 1)))
                .isInstanceOf(QuantityFormatException.class);
    }
}

package dev.sluice.kube.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class QuantityProperties {
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    @Property
    void sumsAndDifferencesAreExact(@ForAll("quantities") Quantity one, @ForAll("quantities") Quantity other) {
        assertThat(one.plus(other).asDecimal())
                .isEqualByComparingTo(one.asDecimal().add(other.asDecimal()));
        assertThat(one.minus(other).asDecimal())
                .isEqualByComparingTo(one.asDecimal().subtract(other.asDecimal()));
        assertThat(one.minus(one).signum()).isZero();
    }

    @Property
    void quantitiesCompareAsNumbers(@ForAll("quantities") Quantity one, @ForAll("quantities") Quantity other) {
        int compared = one.asDecimal().compareTo(other.asDecimal());

        assertThat(Integer.signum(one.compareTo(other))).isEqualTo(compared);
        assertThat(one.equals(other)).isEqualTo(compared == 0);
        assertThat(Integer.signum(other.negate().compareTo(one.negate()))).isEqualTo(compared);
    }

    @Property
    void wholeNumbersAndThousandthsRoundAwayFromZero(@ForAll("quantities") Quantity quantity) {
        assertThat(quantity.asLong()).isEqualTo(rounded(quantity.asDecimal()));
        assertThat(quantity.asMilli()).isEqualTo(rounded(quantity.asDecimal().scaleByPowerOfTen(3)));
    }

    private static long rounded(BigDecimal number) {
        BigDecimal whole = number.setScale(0, RoundingMode.UP);
        return whole.min(LONG_MAX).max(BigDecimal.valueOf(Long.MIN_VALUE)).longValueExact();
    }

    @Property
    void parsedAmountsAreExact(@ForAll("numbers") String number, @ForAll("suffixes") String suffix) {
        Suffix read = Suffix.parse(suffix);
        BigDecimal unit = read.format() == Quantity.Format.BINARY_SI
                ? BigDecimal.valueOf(1L << read.exponent())
                : BigDecimal.ONE.scaleByPowerOfTen(read.exponent());
        BigDecimal exact = new BigDecimal(number).multiply(unit);
        BigDecimal rounded = exact.scale() > 9 ? exact.setScale(9, RoundingMode.UP) : exact;
        BigDecimal wanted = read.format() == Quantity.Format.BINARY_SI
                ? rounded.min(LONG_MAX).max(LONG_MAX.negate())
                : rounded;

        assertThat(Quantity.parse(number + suffix).asDecimal()).isEqualByComparingTo(wanted);
    }

    @Property
    void theCanonicalFormReadsTheSame(@ForAll("modest") Quantity one, @ForAll("modest") Quantity other) {
        Quantity sum = one.plus(other);

        assertThat(Quantity.parse(sum.toString())).isEqualTo(sum);
        assertThat(Quantity.parse(sum.toString())).hasToString(sum.toString());
    }

    @Provide
    Arbitrary<Quantity> quantities() {
        return Combinators.combine(numbers(), suffixes()).as((number, suffix) -> Quantity.parse(number + suffix));
    }

    /// Amounts within the range of suffixes; larger ones are written without a suffix.
    @Provide
    Arbitrary<Quantity> modest() {
        return quantities().filter(it -> it.asDecimal().abs().compareTo(LONG_MAX) < 0);
    }

    @Provide
    Arbitrary<String> numbers() {
        Arbitrary<String> whole = Arbitraries.oneOf(
                        Arbitraries.longs(), Arbitraries.longs().between(-2000, 2000))
                .map(String::valueOf);
        Arbitrary<String> fraction = Arbitraries.strings().numeric().ofMaxLength(12);
        return Combinators.combine(whole, fraction).as((w, f) -> f.isEmpty() ? w : w + "." + f);
    }

    @Provide
    Arbitrary<String> suffixes() {
        return Arbitraries.of(
                "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "e-2", "E7",
                "e+1");
    }
}

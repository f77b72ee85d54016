package dev.sluice.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.set.Idset;
import java.math.BigInteger;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/// Compares counts with a loop over the series in arbitrary precision.
class CountProperties {
    @Property
    void theLargestAvailableIsTheLastOfTheSeriesThatFits(
            @ForAll Operator operator,
            @ForAll @LongRange(max = 40) long aboveLeastMin,
            @ForAll @LongRange(max = 5_000) long length,
            @ForAll @LongRange(max = 6) long aboveLeastOperand,
            @ForAll @LongRange(max = 6_000) long available) {
        long min = operator.smallestMin() + aboveLeastMin;
        Count.Range range =
                new Count.Range(min, min + length, operator, operator.smallestOperand() + aboveLeastOperand);

        assertThat(range.largestAvailable(available)).isEqualTo(byWalking(range, available));
    }

    @Property
    void largeNumbersDoNotOverflow(
            @ForAll Operator operator,
            @ForAll @LongRange(min = 2) long min,
            @ForAll @LongRange(min = 2) long operand,
            @ForAll @LongRange(min = 0) long available) {
        Count.Range range = new Count.Range(min, Count.UNLIMITED, operator, operand);

        long largest = range.largestAvailable(available);

        assertThat(largest).isBetween(0L, available);
        assertThat(largest == 0).isEqualTo(available < min);
    }

    @Property
    void theLargestAvailableOfASetIsItsLargestMemberThatFits(
            @ForAll @Size(min = 2, max = 20) Set<@LongRange(min = 1, max = 60) Long> counts,
            @ForAll @LongRange(max = 70) long available) {
        Count count = new Count.OneOf(
                Idset.of(counts.stream().mapToLong(Long::longValue).toArray()));

        long expected = counts.stream()
                .filter(each -> each <= available)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);

        assertThat(count.largestAvailable(available)).isEqualTo(expected);
    }

    @Property
    void textReadsBackAsTheSameCount(
            @ForAll Operator operator,
            @ForAll @LongRange(min = 2, max = 1_000) long min,
            @ForAll @LongRange(max = 1_000) long length,
            @ForAll @LongRange(min = 2, max = 9) long operand) {
        Count.Range range = new Count.Range(min, min + length, operator, operand);

        Count again = Count.parse(range.encode());

        assertThat(again.min()).isEqualTo(range.min());
        assertThat(again.max()).isEqualTo(range.max());
        assertThat(range.isExact() || again.equals(range)).isTrue();
    }

    private static long byWalking(Count.Range range, long available) {
        BigInteger limit = BigInteger.valueOf(Math.min(range.max(), available));
        BigInteger count = BigInteger.valueOf(range.min());
        long largest = 0;
        while (count.compareTo(limit) <= 0) {
            largest = count.longValueExact();
            count = switch (range.operator()) {
                case ADD -> count.add(BigInteger.valueOf(range.operand()));
                case MULTIPLY -> count.multiply(BigInteger.valueOf(range.operand()));
                case POWER -> count.pow((int) range.operand());
            };
        }
        return largest;
    }
}

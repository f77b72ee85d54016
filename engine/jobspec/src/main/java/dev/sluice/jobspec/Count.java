package dev.sluice.jobspec;

import dev.sluice.jobspec.set.Idset;
import java.util.OptionalLong;

/// The acceptable counts of a resource (RFC 14). The largest available one is granted.
public sealed interface Count {
    /// The `max` of a range without one.
    long UNLIMITED = Long.MAX_VALUE;

    /// The `max` that flux-sched assumes: its counts have 32 bits.
    long FLUX_SCHED_UNLIMITED = 0xFFFF_FFFFL;

    static Count exactly(long count) {
        return new Range(count, count, Operator.ADD, 1);
    }

    static Count atLeast(long min) {
        return new Range(min, UNLIMITED, Operator.ADD, 1);
    }

    static Count between(long min, long max) {
        return new Range(min, max, Operator.ADD, 1);
    }

    /// A count that accepts any of the ids; a single id is an exact count.
    static Count oneOf(Idset counts) {
        return counts.size() == 1 ? exactly(counts.first()) : new OneOf(counts);
    }

    /// Parses an idset (RFC 22) or a range (RFC 45).
    static Count parse(String text) {
        return CountText.parse(text);
    }

    /// The text form that [#parse] reads.
    default String encode() {
        return CountText.encode(this);
    }

    long min();

    long max();

    /// The largest acceptable count that does not exceed `available`; 0 if there is none.
    long largestAvailable(long available);

    default boolean isExact() {
        return min() == max();
    }

    /// The series `min`, `min` ∘ `operand`, … up to `max`.
    record Range(long min, long max, Operator operator, long operand) implements Count {
        public Range {
            if (min < operator.smallestMin()) {
                throw new IllegalArgumentException("min (" + min + ") is below (" + operator.smallestMin()
                        + "), the least for operator (" + operator.symbol() + ")");
            }
            if (max < min) {
                throw new IllegalArgumentException("max (" + max + ") is below min (" + min + ")");
            }
            if (operand < operator.smallestOperand()) {
                throw new IllegalArgumentException("operand (" + operand + ") is below (" + operator.smallestOperand()
                        + "), the least for operator (" + operator.symbol() + ")");
            }
        }

        @Override
        public long largestAvailable(long available) {
            long limit = Math.min(max, available);
            if (limit < min) {
                return 0;
            }
            if (operator == Operator.ADD) {
                return min + (limit - min) / operand * operand;
            }
            long count = min;
            OptionalLong next = operator.next(count, operand, limit);
            while (next.isPresent()) {
                count = next.getAsLong();
                next = operator.next(count, operand, limit);
            }
            return count;
        }

        /// The next larger acceptable count; empty after the last.
        public OptionalLong next(long count) {
            return operator.next(count, operand, max);
        }
    }

    /// Any of the counts in a set of at least two.
    record OneOf(Idset counts) implements Count {
        public OneOf {
            if (counts.size() < 2 || counts.first() < 1) {
                throw new IllegalArgumentException(
                        "counts (" + counts + ") are not at least two different ones, all of them positive");
            }
        }

        @Override
        public long min() {
            return counts.first();
        }

        @Override
        public long max() {
            return counts.last();
        }

        @Override
        public long largestAvailable(long available) {
            for (int range = counts.rangeCount() - 1; range >= 0; range--) {
                if (counts.rangeFirst(range) <= available) {
                    return Math.min(counts.rangeLast(range), available);
                }
            }
            return 0;
        }
    }
}

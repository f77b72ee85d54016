package dev.sluice.jobspec;

import java.util.Optional;
import java.util.OptionalLong;

/// How one acceptable count leads to the next.
public enum Operator {
    ADD('+', 1, 1),
    MULTIPLY('*', 2, 1),
    POWER('^', 2, 2);

    private final char symbol;
    private final long smallestOperand;
    private final long smallestMin;

    Operator(char symbol, long smallestOperand, long smallestMin) {
        this.symbol = symbol;
        this.smallestOperand = smallestOperand;
        this.smallestMin = smallestMin;
    }

    public char symbol() {
        return symbol;
    }

    /// Below this the series would stand still.
    public long smallestOperand() {
        return smallestOperand;
    }

    /// Below this the series would stand still, whatever the operand.
    public long smallestMin() {
        return smallestMin;
    }

    public static Optional<Operator> of(String symbol) {
        for (Operator operator : values()) {
            if (symbol.length() == 1 && symbol.charAt(0) == operator.symbol) {
                return Optional.of(operator);
            }
        }
        return Optional.empty();
    }

    /// The count after `value`; empty if it would exceed `limit`. Nothing overflows on the way.
    OptionalLong next(long value, long operand, long limit) {
        return switch (this) {
            case ADD -> value <= limit - operand ? OptionalLong.of(value + operand) : OptionalLong.empty();
            case MULTIPLY -> value <= limit / operand ? OptionalLong.of(value * operand) : OptionalLong.empty();
            case POWER -> power(value, operand, limit);
        };
    }

    private static OptionalLong power(long value, long operand, long limit) {
        long result = value;
        // A value is at least 2, so the limit is passed within 63 rounds, however large the operand.
        for (long i = 1; i < operand; i++) {
            if (result > limit / value) {
                return OptionalLong.empty();
            }
            result *= value;
        }
        return OptionalLong.of(result);
    }
}

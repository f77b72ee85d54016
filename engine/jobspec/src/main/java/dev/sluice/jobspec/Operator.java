package dev.sluice.jobspec;

import java.util.Optional;
import java.util.OptionalLong;

/// The operator of a range: how it computes the next acceptable count.
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

    /// The smallest operand with which the series grows.
    public long smallestOperand() {
        return smallestOperand;
    }

    /// The smallest `min` with which the series grows for any operand.
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

    /// The count after `value`; empty if it would exceed `limit`. Does not overflow.
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

package dev.sluice.kube.json;

import java.math.BigDecimal;

/// A number as it was written, so that nothing is rounded on the way through.
public record JsonNumber(String literal) implements Json {

    /// Whether it is written as a whole number that fits 64 bits.
    public boolean isWhole() {
        try {
            Long.parseLong(literal);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// As a whole number.
    ///
    /// @throws NumberFormatException if it is not whole
    public long asLong() {
        return Long.parseLong(literal);
    }

    /// Whether it has no digit but zero before its exponent.
    public boolean isZero() {
        for (int i = 0; i < literal.length(); i++) {
            char sign = literal.charAt(i);
            if (sign >= '1' && sign <= '9') {
                return false;
            }
            if (sign == 'e' || sign == 'E') {
                return true;
            }
        }
        return true;
    }

    public BigDecimal asDecimal() {
        return new BigDecimal(literal);
    }

    @Override
    public String toString() {
        return literal;
    }
}

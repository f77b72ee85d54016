package dev.sluice.kube.json;

import java.math.BigDecimal;

/// A JSON number, kept as the literal that was read, so that nothing is rounded.
public record JsonNumber(String literal) implements Json {

    /// True if the literal is a whole number within 64 bits.
    public boolean isWhole() {
        try {
            Long.parseLong(literal);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// Returns the number as a long.
    ///
    /// @throws NumberFormatException if it is not whole
    public long asLong() {
        return Long.parseLong(literal);
    }

    /// True if all digits before the exponent are zero.
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

package dev.sluice.kube.quantity;

import dev.sluice.kube.quantity.Quantity.Format;
import org.jspecify.annotations.Nullable;

/// The suffix of a quantity.
///
/// @param exponent of two for binary suffixes, of ten otherwise
record Suffix(Format format, int exponent) {
    /// Larger exponents are meaningless, and their sums would need too much memory.
    static final int EXPONENT_MAX = 1000;

    static Suffix parse(String text) {
        return switch (text) {
            case "" -> decimal(0);
            case "n" -> decimal(-9);
            case "u" -> decimal(-6);
            case "m" -> decimal(-3);
            case "k" -> decimal(3);
            case "M" -> decimal(6);
            case "G" -> decimal(9);
            case "T" -> decimal(12);
            case "P" -> decimal(15);
            case "E" -> decimal(18);
            case "Ki" -> binary(10);
            case "Mi" -> binary(20);
            case "Gi" -> binary(30);
            case "Ti" -> binary(40);
            case "Pi" -> binary(50);
            case "Ei" -> binary(60);
            default -> exponent(text);
        };
    }

    private static Suffix decimal(int exponent) {
        return new Suffix(Format.DECIMAL_SI, exponent);
    }

    private static Suffix binary(int exponent) {
        return new Suffix(Format.BINARY_SI, exponent);
    }

    private static Suffix exponent(String text) {
        if (text.length() > 1 && (text.charAt(0) == 'e' || text.charAt(0) == 'E')) {
            try {
                int exponent = Integer.parseInt(text, 1, text.length(), 10);
                if (Math.abs((long) exponent) <= EXPONENT_MAX) {
                    return new Suffix(Format.DECIMAL_EXPONENT, exponent);
                }
            } catch (NumberFormatException e) {
                throw QuantityFormatException.wrongSuffix();
            }
        }
        throw QuantityFormatException.wrongSuffix();
    }

    /// Returns the suffix of a power of ten; null if there is none.
    static @Nullable String ofTen(Format format, int exponent) {
        if (format == Format.DECIMAL_EXPONENT) {
            return exponent == 0 ? "" : "e" + exponent;
        }
        return switch (exponent) {
            case -9 -> "n";
            case -6 -> "u";
            case -3 -> "m";
            case 0 -> "";
            case 3 -> "k";
            case 6 -> "M";
            case 9 -> "G";
            case 12 -> "T";
            case 15 -> "P";
            case 18 -> "E";
            default -> null;
        };
    }

    /// Returns the suffix of a power of 1024; null if there is none.
    static @Nullable String of1024(int exponent) {
        return switch (exponent) {
            case 0 -> "";
            case 1 -> "Ki";
            case 2 -> "Mi";
            case 3 -> "Gi";
            case 4 -> "Ti";
            case 5 -> "Pi";
            case 6 -> "Ei";
            default -> null;
        };
    }
}

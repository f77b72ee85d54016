package dev.sluice.cli.resourcequery;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Times as the tool prints them: six digits, as C++ does by itself, or six decimals.
final class PrintedSeconds {
    private static final int DIGITS = 6;

    /// Smaller numbers are written with an exponent.
    private static final int SMALLEST_PLAIN_EXPONENT = -4;

    private PrintedSeconds() {}

    static double between(long startNanos, long endNanos) {
        return (endNanos - startNanos) / 1e9;
    }

    /// Such as `0.00125` or `3.1e-05`.
    static String shortest(double seconds) {
        if (seconds == 0) {
            return "0";
        }
        BigDecimal rounded = BigDecimal.valueOf(seconds)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= SMALLEST_PLAIN_EXPONENT && exponent < DIGITS) {
            return rounded.toPlainString();
        }
        String mantissa = rounded.movePointLeft(exponent).toPlainString();
        int size = Math.abs(exponent);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
    }

    /// Such as `0.001250`.
    static String withSixDecimals(double seconds) {
        return BigDecimal.valueOf(seconds)
                .setScale(DIGITS, RoundingMode.HALF_EVEN)
                .toPlainString();
    }
}

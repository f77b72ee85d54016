package dev.sluice.kube.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// An exact amount, with the format in which it is written.
///
/// Almost all amounts are a 64-bit number and a power of ten; sums that overflow continue as [BigDecimal]. Equality
/// compares the amounts, not the formats. Amounts finer than 10^-9 are rounded up, away from zero.
public final class Quantity implements Comparable<Quantity> {
    /// No meaningful quantity is longer.
    public static final int LENGTH_MAX = 1000;

    /// The finest scale: 10^-9.
    private static final int SCALE_MIN = -9;

    /// A number with so many digits always fits 64 bits.
    private static final int DIGITS_SAFE = 18;

    private static final long[] POWERS = new long[DIGITS_SAFE + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    public static final Quantity ZERO = new Quantity(0, 0, null, Format.DECIMAL_SI, "0");

    /// Constants for amounts beyond 64 bits, in a class of their own since their initialization is slow.
    private static final class Large {
        /// The largest amount with a binary suffix.
        static final BigDecimal BINARY_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

        static final BigDecimal KIBI = BigDecimal.valueOf(1024);

        private Large() {}
    }

    /// The format of an amount.
    public enum Format {
        /// With an exponent: `12e6`.
        DECIMAL_EXPONENT,
        /// With a binary suffix: `12Mi`.
        BINARY_SI,
        /// With a decimal suffix: `12M`.
        DECIMAL_SI
    }

    private final long unscaled;
    /// The exponent of ten: the amount is `unscaled · 10^scale`.
    private final int scale;
    /// The amount, if it does not fit `unscaled` and `scale`.
    private final @Nullable BigDecimal large;

    private final Format format;
    /// The text that was parsed, if it is canonical or Kubernetes keeps it as it is.
    private final @Nullable String text;

    private Quantity(long unscaled, int scale, @Nullable BigDecimal large, Format format, @Nullable String text) {
        this.unscaled = unscaled;
        this.scale = scale;
        this.large = large;
        this.format = format;
        this.text = text;
    }

    public static Quantity of(long amount, Format format) {
        return new Quantity(amount, 0, null, format, null);
    }

    public static Quantity ofMilli(long thousandths) {
        return new Quantity(thousandths, -3, null, Format.DECIMAL_SI, null);
    }

    private static Quantity of(BigDecimal amount, Format format) {
        return new Quantity(0, 0, amount, format, null);
    }

    /// Parses a quantity.
    ///
    /// @throws QuantityFormatException with Kubernetes' message
    public static Quantity parse(String text) {
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            throw QuantityFormatException.wrongForm();
        }
        int from = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int digitsFrom = skip(text, from, "0");
        int digitsTo = skip(text, digitsFrom, "0123456789");
        boolean hasPoint = digitsTo < text.length() && text.charAt(digitsTo) == '.';
        int numberTo = hasPoint ? skip(text, digitsTo + 1, "0123456789") : digitsTo;
        checkSuffix(text, numberTo);
        Suffix suffix = Suffix.parse(text.substring(numberTo));
        String whole = digitsFrom == digitsTo ? "0" : text.substring(digitsFrom, digitsTo);
        String fraction = hasPoint ? text.substring(digitsTo + 1, numberTo) : "";
        boolean negative = text.charAt(0) == '-';
        Quantity small = small(text, negative, whole, fraction, suffix);
        return small == null ? large(negative, whole, fraction, suffix) : small;
    }

    private static int skip(String text, int from, String what) {
        int at = from;
        while (at < text.length() && what.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static void checkSuffix(String text, int from) {
        int at = skip(text, from, "eEinumkKMGTP");
        if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        if (skip(text, at, "0123456789") < text.length()) {
            throw QuantityFormatException.wrongForm();
        }
    }

    /// Returns the amount in 64 bits, or null. Kubernetes keeps the text of such amounts if a shortcut says that it is
    /// canonical; so a plus, or a point without digits behind it, stays.
    private static @Nullable Quantity small(
            String text, boolean negative, String whole, String fraction, Suffix suffix) {
        if (suffix.format() == Format.BINARY_SI) {
            // 15 digits times their power of two, with one digit to spare.
            if (!fraction.isEmpty() || 14 - whole.length() - suffix.exponent() * 3 / 10 < 0) {
                return null;
            }
            long number = Long.parseLong(whole);
            long amount = number << suffix.exponent();
            return new Quantity(negative ? -amount : amount, 0, null, suffix.format(), (number & 7) != 0 ? text : null);
        }
        String digits = whole + fraction;
        int scale = suffix.exponent() - fraction.length();
        if (digits.length() > DIGITS_SAFE || scale < SCALE_MIN) {
            return null;
        }
        long number = Long.parseLong(digits);
        boolean canonical = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
        return new Quantity(
                negative ? -number : number,
                number == 0 ? 0 : scale,
                null,
                suffix.format(),
                canonical || text.equals("0") ? text : null);
    }

    private static Quantity large(boolean negative, String whole, String fraction, Suffix suffix) {
        Format format = suffix.format();
        BigDecimal amount = new BigDecimal(new BigInteger(whole + fraction), fraction.length());
        amount = format == Format.BINARY_SI
                ? amount.multiply(new BigDecimal(BigInteger.TWO.pow(suffix.exponent())))
                : amount.scaleByPowerOfTen(suffix.exponent());
        if (amount.scale() > -SCALE_MIN) {
            amount = amount.setScale(-SCALE_MIN, RoundingMode.UP);
        }
        if (format == Format.BINARY_SI) {
            amount = amount.min(Large.BINARY_MAX);
            if (amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0) {
                format = Format.DECIMAL_SI;
            }
        }
        return of(negative ? amount.negate() : amount, format);
    }

    public Format format() {
        return format;
    }

    public int signum() {
        return large == null ? Long.signum(unscaled) : large.signum();
    }

    public BigDecimal asDecimal() {
        return large == null ? BigDecimal.valueOf(unscaled, -scale) : large;
    }

    /// Rounds away from zero to a whole number; saturates where Go would overflow.
    public long asLong() {
        return scaled(0);
    }

    /// Rounds away from zero to thousandths; saturates where Go would overflow.
    public long asMilli() {
        return scaled(-3);
    }

    /// Returns the billionths of 10^exponent by which an amount that is not negative exceeds a multiple of 10^exponent.
    ///
    /// @param exponent 0 for whole numbers, -3 for thousandths
    public int billionthsBeyond(int exponent) {
        if (large == null ? scale >= exponent : large.scale() <= -exponent) {
            return 0;
        }
        return asDecimal()
                .scaleByPowerOfTen(-exponent)
                .remainder(BigDecimal.ONE)
                .scaleByPowerOfTen(9)
                .intValue();
    }

    private long scaled(int to) {
        if (large == null && scale == to) {
            return unscaled;
        }
        if (large == null && scale > to && fits(unscaled, scale - to)) {
            return unscaled * POWERS[scale - to];
        }
        if (large == null && scale < to && to - scale <= DIGITS_SAFE) {
            long power = POWERS[to - scale];
            return unscaled / power + Long.signum(unscaled % power);
        }
        BigInteger number =
                asDecimal().scaleByPowerOfTen(-to).setScale(0, RoundingMode.UP).toBigInteger();
        if (number.bitLength() < Long.SIZE) {
            return number.longValue();
        }
        return number.signum() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /// Adds; keeps this quantity's format unless it is zero.
    public Quantity plus(Quantity other) {
        Format form = signum() == 0 ? other.format : format;
        if (large == null && other.large == null) {
            int finer = Math.min(scale, other.scale);
            if (fits(unscaled, scale - finer) && fits(other.unscaled, other.scale - finer)) {
                long one = unscaled * POWERS[scale - finer];
                long two = other.unscaled * POWERS[other.scale - finer];
                long sum = one + two;
                // On overflow the sum's sign differs from both operands'.
                if (((one ^ sum) & (two ^ sum)) >= 0) {
                    return new Quantity(sum, finer, null, form, null);
                }
            }
        }
        return of(asDecimal().add(other.asDecimal()), form);
    }

    /// Subtracts; keeps this quantity's format unless it is zero.
    public Quantity minus(Quantity other) {
        return plus(other.negate());
    }

    public Quantity negate() {
        return large == null && unscaled != Long.MIN_VALUE
                ? new Quantity(-unscaled, scale, null, format, null)
                : of(asDecimal().negate(), format);
    }

    private static boolean fits(long number, int power) {
        return power < POWERS.length && Math.multiplyHigh(number, POWERS[power]) == (number * POWERS[power]) >> 63;
    }

    @Override
    public int compareTo(Quantity other) {
        if (large == null && other.large == null && scale == other.scale) {
            return Long.compare(unscaled, other.unscaled);
        }
        return asDecimal().compareTo(other.asDecimal());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Quantity quantity && compareTo(quantity) == 0);
    }

    @Override
    public int hashCode() {
        return asDecimal().stripTrailingZeros().hashCode();
    }

    /// Returns the canonical form: no fraction, and the largest suffix possible.
    @Override
    public String toString() {
        if (text != null) {
            return text;
        }
        if (signum() == 0) {
            return "0";
        }
        BigDecimal amount = asDecimal().stripTrailingZeros();
        boolean binary = format == Format.BINARY_SI
                && amount.scale() <= 0
                && amount.abs().compareTo(Large.KIBI) >= 0;
        return binary ? inPowersOf1024(amount) : inPowersOfTen(amount);
    }

    private static String inPowersOf1024(BigDecimal amount) {
        BigInteger number = amount.toBigIntegerExact();
        int exponent = Math.min(number.getLowestSetBit() / 10, 6);
        return number.shiftRight(10 * exponent) + suffix(Suffix.of1024(exponent));
    }

    private String inPowersOfTen(BigDecimal amount) {
        int exponent = -amount.scale();
        int multipleOfThree = exponent - Math.floorMod(exponent, 3);
        Format form = format == Format.BINARY_SI ? Format.DECIMAL_SI : format;
        return amount.scaleByPowerOfTen(-multipleOfThree).toBigIntegerExact()
                + suffix(Suffix.ofTen(form, multipleOfThree));
    }

    /// Amounts beyond all suffixes lose theirs: like Kubernetes, writes `1000E` as `1`.
    private static String suffix(@Nullable String suffix) {
        return suffix == null ? "" : suffix;
    }
}

package dev.sluice.jobspec.set;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Flux Standard Durations (RFC 23): `30`, `1.5h`, `100ms`, `inf`.
public final class FluxDuration {
    private static final String NOTATION = "duration";

    /// More characters than any number needs; the pattern is not applied to longer text.
    private static final int MAX_CHARS = 100;

    /// What C99's `strtod` accepts, except `nan`, which is no duration, and signs: a duration cannot be negative.
    private static final Pattern FORM = Pattern.compile(
            "\\+?(?<number>(?i:inf|infinity)|0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)(?:[pP][-+]?[0-9]+)?"
                    + "|(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?)(?<unit>ms|s|m|h|d)?");

    private FluxDuration() {}

    /// Parses a duration into seconds; infinite for `inf` and `infinity`.
    public static double parseSeconds(String text) {
        return find(text).orElseThrow(() -> problem(text));
    }

    /// Parses a duration into seconds; empty if the text is not a duration.
    public static Optional<Double> find(String text) {
        Matcher form = FORM.matcher(text);
        if (text.length() > MAX_CHARS || !form.matches()) {
            return Optional.empty();
        }
        return Optional.of(number(form.group("number")) * secondsPer(form.group("unit")));
    }

    /// Formats seconds: whole days, hours or minutes where possible, else seconds.
    public static String encodeSeconds(double seconds) {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("duration (" + seconds + ") is negative or no number");
        }
        if (Double.isInfinite(seconds)) {
            return "infinity";
        }
        for (String unit : new String[] {"d", "h", "m"}) {
            double count = seconds / secondsPer(unit);
            if (count >= 1 && isWhole(count) && count * secondsPer(unit) == seconds) {
                return (long) count + unit;
            }
        }
        return isWhole(seconds) ? (long) seconds + "s" : seconds + "s";
    }

    private static boolean isWhole(double number) {
        return number < 0x1p53 && number == Math.rint(number);
    }

    private static double number(String text) {
        if (text.startsWith("i") || text.startsWith("I")) {
            return Double.POSITIVE_INFINITY;
        }
        boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
        boolean hasExponent = text.indexOf('p') >= 0 || text.indexOf('P') >= 0;
        return Double.parseDouble(hexadecimal && !hasExponent ? text + "p0" : text);
    }

    private static double secondsPer(@Nullable String unit) {
        return switch (unit) {
            case null -> 1;
            case "ms" -> 0.001;
            case "m" -> 60;
            case "h" -> 3_600;
            case "d" -> 86_400;
            default -> 1;
        };
    }

    private static MalformedTextException problem(String text) {
        if (text.isEmpty()) {
            return new MalformedTextException(NOTATION, text, 0, "nothing");
        }
        if (text.startsWith("-")) {
            return new MalformedTextException(NOTATION, text, 0, "negative number");
        }
        Matcher number = Pattern.compile("\\+?[0-9.]+").matcher(text);
        int at = number.lookingAt() ? Math.min(number.end(), text.length() - 1) : 0;
        return new MalformedTextException(
                NOTATION, text, at, "unexpected character (" + text.charAt(at) + ")", "30, 30s, 1.5h or 2d?");
    }
}

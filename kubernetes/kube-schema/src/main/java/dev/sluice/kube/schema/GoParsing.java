package dev.sluice.kube.schema;

import dev.sluice.kube.names.GoQuoting;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parse errors of Go's standard library, word for word.
final class GoParsing {
    /// How Go writes RFC 3339.
    static final String TIME = "2006-01-02T15:04:05Z07:00";

    static final String MICRO_TIME = "2006-01-02T15:04:05.000000Z07:00";

    /// The parts of both forms. The fraction is taken whether or not the form has it.
    private static final Pattern LAYOUT_PART = Pattern.compile("2006|01|02|15|04|05|\\.000000|Z07:00|[-T:]");

    private static final Pattern FRACTION = Pattern.compile("[.,][0-9]+");
    private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private GoParsing() {}

    /// Nothing, or what is wrong with a moment.
    static String timeProblem(String layout, String text) {
        return new TimeScan(layout, text).problem();
    }

    /// Where base64 goes wrong, or -1.
    static int base64Problem(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '\r' || letter == '\n') {
                continue;
            }
            if (letter == '=') {
                return paddingProblem(text, i, count % 4);
            }
            boolean known = (letter >= 'A' && letter <= 'Z')
                    || (letter >= 'a' && letter <= 'z')
                    || (letter >= '0' && letter <= '9')
                    || letter == '+'
                    || letter == '/';
            if (!known) {
                return i;
            }
            count++;
        }
        return count % 4 == 0 ? -1 : text.length() - count % 4;
    }

    private static int paddingProblem(String text, int at, int before) {
        if (before < 2) {
            return at;
        }
        int needed = 4 - before;
        int i = at;
        for (; i < text.length() && needed > 0 && text.charAt(i) == '='; i++) {
            needed--;
        }
        if (needed > 0) {
            return i == text.length() ? i : i - 1; // Go points at the sign before
        }
        while (i < text.length() && (text.charAt(i) == '\r' || text.charAt(i) == '\n')) {
            i++;
        }
        return i == text.length() ? -1 : i;
    }

    /// One walk along a layout and a text.
    private static final class TimeScan {
        private final String layout;
        private final String text;
        private int at;
        private int year;
        private int month;
        private int day;
        private String outOfRange = "";

        TimeScan(String layout, String text) {
            this.layout = layout;
            this.text = text;
        }

        String problem() {
            Matcher parts = LAYOUT_PART.matcher(layout);
            while (parts.find()) {
                String part = parts.group();
                int from = at;
                boolean read = read(part);
                if (!outOfRange.isEmpty()) {
                    return "parsing time " + GoQuoting.of(text) + ": " + outOfRange + " out of range";
                }
                if (!read) {
                    return "parsing time %s as %s: cannot parse %s as %s"
                            .formatted(
                                    GoQuoting.of(text),
                                    GoQuoting.of(layout),
                                    GoQuoting.of(text.substring(from)),
                                    GoQuoting.of(part));
                }
            }
            if (at < text.length()) {
                return "parsing time " + GoQuoting.of(text) + ": extra text: " + GoQuoting.of(text.substring(at));
            }
            return day >= 1 && day <= days() ? "" : "parsing time " + GoQuoting.of(text) + ": day out of range";
        }

        private boolean read(String part) {
            return switch (part) {
                case "2006" -> {
                    year = digits(4);
                    yield year >= 0;
                }
                case "01" -> {
                    month = digits(2);
                    yield within(month, 1, 12, "month");
                }
                case "02" -> {
                    day = digits(2);
                    yield day >= 0;
                }
                case "15" -> {
                    boolean two = at + 1 < text.length() && Character.isDigit(text.charAt(at + 1));
                    yield within(digits(two ? 2 : 1), 0, 23, "hour");
                }
                case "04" -> within(digits(2), 0, 59, "minute");
                case "05" -> within(digits(2), 0, 59, "second") && fractionIfAny();
                case ".000000" -> fraction();
                case "Z07:00" -> zone();
                default -> literal(part);
            };
        }

        private int days() {
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            return month == 2 && !leap ? 28 : DAYS[month - 1];
        }

        private boolean within(int value, int min, int max, String what) {
            if (value >= 0 && (value < min || value > max)) {
                outOfRange = what;
            }
            return value >= 0;
        }

        /// -1 if they are not there.
        private int digits(int count) {
            if (at + count > text.length()) {
                return -1;
            }
            int value = 0;
            for (int i = at; i < at + count; i++) {
                char digit = text.charAt(i);
                if (digit < '0' || digit > '9') {
                    return -1;
                }
                value = value * 10 + digit - '0';
            }
            at += count;
            return value;
        }

        private boolean fractionIfAny() {
            Matcher fraction = FRACTION.matcher(text).region(at, text.length());
            if (layout.equals(TIME) && fraction.lookingAt()) {
                at = fraction.end();
            }
            return true;
        }

        private boolean fraction() {
            int from = at;
            at++;
            boolean dotted = from < text.length() && (text.charAt(from) == '.' || text.charAt(from) == ',');
            return dotted && digits(6) >= 0;
        }

        private boolean zone() {
            if (at < text.length() && text.charAt(at) == 'Z') {
                at++;
                return true;
            }
            if (at >= text.length() || (text.charAt(at) != '+' && text.charAt(at) != '-')) {
                return false;
            }
            at++;
            int hours = digits(2);
            boolean colon = literal(":");
            int minutes = digits(2);
            return hours >= 0
                    && colon
                    && within(hours, 0, 24, "time zone offset hour")
                    && within(minutes, 0, 60, "time zone offset minute");
        }

        private boolean literal(String part) {
            boolean there = text.startsWith(part, at);
            at += there ? part.length() : 0;
            return there;
        }
    }
}

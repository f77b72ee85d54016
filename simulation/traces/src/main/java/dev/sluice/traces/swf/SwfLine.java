package dev.sluice.traces.swf;

import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import java.nio.charset.StandardCharsets;

/// Parses the numbers of a line from its bytes, without creating strings.
///
/// A whole number of up to fifteen digits is exact in a double, and a division by a power of ten up to 10^22
/// rounds once. So the fast path gives the same double as [Double#parseDouble], which handles the rest.
final class SwfLine {
    private static final SwfField[] FIELDS = SwfField.values();

    /// The digits that a double always holds.
    private static final int DIGITS_MAX = 15;

    /// Beyond it whole numbers are no longer exact in a double.
    private static final double WHOLE_MAX = 1L << 53;

    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private final String source;
    private final double[] row = new double[SwfField.COUNT];
    private byte[] bytes = new byte[0];
    private int lineFrom;
    private long number;
    private int at;
    private int to;

    SwfLine(String source) {
        this.source = source;
    }

    /// The values of the line last parsed.
    double[] row() {
        return row;
    }

    /// Returns whether the line has more columns than were read.
    boolean hasMore() {
        skipBlanks();
        return at < to;
    }

    /// Parses the eighteen fields of a line.
    ///
    /// @param start where they begin
    void parse(Lines line, int start) {
        bytes = line.buffer();
        lineFrom = line.from();
        number = line.number();
        at = start;
        to = line.to();
        for (int field = 0; field < SwfField.COUNT; field++) {
            skipBlanks();
            if (at == to) {
                throw new TraceException(
                        new Place(source, number, to - lineFrom + 1, FIELDS[field].named()),
                        "line ends after (" + field + ") of (" + SwfField.COUNT + ") fields");
            }
            row[field] = number(FIELDS[field]);
        }
    }

    private void skipBlanks() {
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
    }

    static boolean isBlank(byte c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == 0x0b;
    }

    private double number(SwfField field) {
        int start = at;
        boolean negative = bytes[at] == '-';
        if (negative || bytes[at] == '+') {
            at++;
        }
        long digits = 0;
        int count = 0;
        int fraction = 0;
        boolean point = false;
        for (; at < to; at++) {
            byte c = bytes[at];
            if (c >= '0' && c <= '9') {
                digits = 10 * digits + (c - '0');
                count++;
                fraction += point ? 1 : 0;
                if (count > DIGITS_MAX) {
                    return slowNumber(field, start);
                }
            } else if (c == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (count == 0 || (at < to && !isBlank(bytes[at]))) {
            return slowNumber(field, start);
        }
        double value = fraction == 0 ? digits : digits / POWERS_OF_TEN[fraction];
        return checked(field, start, negative && digits != 0 ? -value : value);
    }

    /// Handles exponents, many digits and malformed numbers.
    private double slowNumber(SwfField field, int start) {
        at = start;
        while (at < to && !isBlank(bytes[at])) {
            at++;
        }
        String text = new String(bytes, start, at - start, StandardCharsets.UTF_8);
        if (!isDecimal(text)) {
            throw problem(field, start, "must be a number (" + TraceException.shown(text) + ")" + remedy(text));
        }
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw problem(field, start, "too large (" + TraceException.shown(text) + ")");
        }
        return checked(field, start, value == 0 ? 0 : value);
    }

    private static String remedy(String text) {
        boolean timeOfDay = text.indexOf(':') > 0;
        boolean comma = text.indexOf(',') > 0;
        return timeOfDay ? ". Maybe in seconds" : comma ? ". Maybe with a point and without commas" : "";
    }

    /// [Double#parseDouble] also accepts infinities, hexadecimal numbers and suffixes; SWF does not.
    private static boolean isDecimal(String text) {
        return text.chars().allMatch(c -> (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0) && parses(text);
    }

    private static boolean parses(String text) {
        try {
            Double.parseDouble(text);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private double checked(SwfField field, int start, double value) {
        if (field.isWhole() && (value != Math.rint(value) || Math.abs(value) > WHOLE_MAX)) {
            String text = new String(bytes, start, at - start, StandardCharsets.UTF_8);
            throw problem(field, start, "must be a whole number up to 2^53 (" + TraceException.shown(text) + ")");
        }
        return value;
    }

    private TraceException problem(SwfField field, int start, String problem) {
        return new TraceException(new Place(source, number, start - lineFrom + 1, field.named()), problem);
    }
}

package dev.sluice.jobspec.set;

/// Scans a text of decimal numbers and separators, and reports the position of errors.
final class NumberScanner {
    private final String notation;
    private final String text;
    private final int end;
    private int position;

    private NumberScanner(String notation, String text, int start, int end) {
        this.notation = notation;
        this.text = text;
        this.position = start;
        this.end = end;
    }

    /// Skips one pair of square brackets around the whole text, if there is one.
    static NumberScanner withinBrackets(String notation, String text) {
        boolean opened = text.startsWith("[");
        boolean closed = text.endsWith("]");
        if (opened != closed) {
            int at = opened ? text.length() : text.length() - 1;
            throw new MalformedTextException(notation, text, at, "bracket without its partner");
        }
        return new NumberScanner(notation, text, opened ? 1 : 0, closed ? text.length() - 1 : text.length());
    }

    int position() {
        return position;
    }

    boolean hasMore() {
        return position < end;
    }

    boolean skip(char wanted) {
        if (position < end && text.charAt(position) == wanted) {
            position++;
            return true;
        }
        return false;
    }

    /// Reads a comma with something behind it, or the end.
    void separator() {
        if (!hasMore()) {
            return;
        }
        if (!skip(',')) {
            throw problem(position, "unexpected character (" + text.charAt(position) + ")");
        }
        if (!hasMore()) {
            throw problem(position, "nothing after the last comma");
        }
    }

    /// Reads a decimal number without leading zeros.
    long number(long max) {
        int start = position;
        long value = 0;
        while (position < end && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
            int digit = text.charAt(position) - '0';
            if (value > (max - digit) / 10) {
                throw problem(start, "number larger than (" + max + ")");
            }
            value = value * 10 + digit;
            position++;
        }
        if (position == start) {
            throw problem(start, hasMore() ? "unexpected character (" + text.charAt(start) + ")" : "number missing");
        }
        if (text.charAt(start) == '0' && position - start > 1) {
            throw problem(start, "number with leading zeros", "write it without them?");
        }
        return value;
    }

    MalformedTextException problem(int at, String problem) {
        return new MalformedTextException(notation, text, at, problem);
    }

    MalformedTextException problem(int at, String problem, String remedy) {
        return new MalformedTextException(notation, text, at, problem, remedy);
    }
}

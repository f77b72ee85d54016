package dev.sluice.traces;

/// A malformed file. The message is `SOURCE:LINE:COLUMN: FIELD: problem`, as compilers write it.
public final class TraceException extends RuntimeException {

    /// Longer values are cut in messages.
    private static final int SHOWN_CHARS = 60;

    private final Place place;
    private final String problem;

    public TraceException(Place place, String problem) {
        super(place + ": " + problem);
        this.place = place;
        this.problem = problem;
    }

    /// A position; line and column count from 1.
    ///
    /// @param source the name of the text, usually a file
    /// @param field a field or a path such as `jobs[3].res`; empty for the line or text as a whole
    public record Place(String source, long line, int column, String field) {
        public static Place startOf(String source) {
            return new Place(source, 1, 1, "");
        }

        @Override
        public String toString() {
            return source + ":" + line + ":" + column + (field.isEmpty() ? "" : ": " + field);
        }
    }

    public Place place() {
        return place;
    }

    /// The message without the place.
    public String problem() {
        return problem;
    }

    /// Returns a value for messages: on one line, printable, not too long.
    public static String shown(String value) {
        StringBuilder shown = new StringBuilder();
        value.codePoints()
                .limit(SHOWN_CHARS)
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .forEach(shown::appendCodePoint);
        return value.codePointCount(0, value.length()) > SHOWN_CHARS ? shown + "…" : shown.toString();
    }
}

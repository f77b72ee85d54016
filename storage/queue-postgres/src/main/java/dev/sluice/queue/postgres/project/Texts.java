package dev.sluice.queue.postgres.project;

/// Makes any text fit for a column of type text.
final class Texts {

    /// Names and reasons are shorter by far; an index or a terminal has no use for more.
    private static final int LENGTH_MAX = 10_000;

    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /// PostgreSQL refuses the character 0 and halves of surrogate pairs; one of them in a job's name must not keep
    /// all records from being written. Records themselves are JSON, where both are escaped.
    static String storable(String text) {
        return allStorable(text.substring(0, Math.min(text.length(), LENGTH_MAX)));
    }

    /// As [#storable], however long the text is.
    static String allStorable(String text) {
        StringBuilder fit = null;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            boolean isPair =
                    Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1));
            if (isPair) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                if (fit == null) {
                    fit = new StringBuilder(text);
                }
                fit.setCharAt(i, REPLACEMENT);
            }
        }
        return fit != null ? fit.toString() : text;
    }
}

package dev.sluice.server;

/// Values of log lines, which programs read as `key=value`.
final class LogText {
    private LogText() {}

    /// Returns a value as it is, or in quotes if it has blanks, quotes or nothing.
    static String value(String text) {
        boolean isPlain = !text.isEmpty() && text.chars().noneMatch(each -> each <= ' ' || each == '"' || each == '\\');
        return isPlain
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}

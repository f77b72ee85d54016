package dev.sluice.kube.names;

/// Quotes strings as Go's `%q` does, which Kubernetes' messages use for values.
public final class GoQuoting {
    private GoQuoting() {}

    public static String of(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> append(quoted, c));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder to, int c) {
        switch (c) {
            case '"' -> to.append("\\\"");
            case '\\' -> to.append("\\\\");
            case 0x07 -> to.append("\\a");
            case '\b' -> to.append("\\b");
            case '\f' -> to.append("\\f");
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            case 0x0b -> to.append("\\v");
            default -> {
                if (isPrintable(c)) {
                    to.appendCodePoint(c);
                } else if (c < ' ' || c == 0x7f) {
                    to.append("\\x%02x".formatted(c));
                } else if (c <= 0xffff) {
                    to.append("\\u%04x".formatted(c));
                } else {
                    to.append("\\U%08x".formatted(c));
                }
            }
        }
    }

    private static boolean isPrintable(int c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}

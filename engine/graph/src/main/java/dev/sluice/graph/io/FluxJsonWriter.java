package dev.sluice.graph.io;

import java.util.Map;

/// Writes JSON as flux-sched's library does: a space after each comma and colon, since scripts compare the text.
final class FluxJsonWriter {
    private FluxJsonWriter() {}

    static void appendQuoted(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\') {
                out.append(c);
            } else {
                appendEscaped(out, c);
            }
        }
        out.append('"');
    }

    private static void appendEscaped(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append("\\u%04X".formatted((int) c));
        }
    }

    /// Whether the string needs no escapes.
    static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    static void appendTexts(StringBuilder out, Map<String, String> texts) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            out.append(separator);
            appendQuoted(out, entry.getKey());
            out.append(": ");
            appendQuoted(out, entry.getValue());
            separator = ", ";
        }
        out.append('}');
    }
}

package dev.sluice.kube.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Splits a line of the schema table into words.
final class LineTokens {
    private static final String TO_THE_END = "default=";

    private final String line;
    private int at;

    LineTokens(String line) {
        this.line = line;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
    }

    /// The words after the first, which only tells what line it is.
    static LineTokens afterFirst(String line) {
        LineTokens words = new LineTokens(line);
        words.word();
        return words;
    }

    String word() {
        int end = line.indexOf(' ', at);
        String word = end < 0 ? line.substring(at) : line.substring(at, end);
        at = end < 0 ? line.length() : end + 1;
        return word;
    }

    /// What is left, as names with values.
    Map<String, String> facts() {
        if (at >= line.length()) {
            return Map.of();
        }
        Map<String, String> facts = new HashMap<>();
        while (at < line.length()) {
            String fact = line.startsWith(TO_THE_END, at) ? rest() : word();
            int split = fact.indexOf('=');
            facts.put(
                    fact.substring(0, split).intern(), fact.substring(split + 1).replace("\\s", " "));
        }
        return facts;
    }

    private String rest() {
        String rest = line.substring(at);
        at = line.length();
        return rest;
    }

    static List<String> list(@Nullable String value) {
        return value == null || value.isEmpty() ? List.of() : List.of(value.split(",", -1));
    }
}

package dev.sluice.cli.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Breaks valid texts in the ways in which files break: cut off, garbled, mixed up, with numbers that are too
/// large, values of another type, repetitions and deep nesting. The same seed breaks them in the same ways.
public final class Mutations {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z_]+|[0-9]+|\\S");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "1.5",
            "1e999",
            "-1e999",
            "NaN",
            "0x7f",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999",
            "1e-400",
            "00",
            "");

    private static final List<String> VALUES =
            List.of("null", "true", "[]", "{}", "\"\"", "\"text\"", "[1]", "{\"a\": 1}", "0", "''", "~", "<a/>");

    private static final List<String> OPENINGS = List.of("[", "{", "{\"a\":", "(", "<a>", "- ", "[[{", "\"", "a: ");

    private static final String ODD_CHARACTERS = "\0\t\n\r \"'\\/{}[]()<>,:;=&%#@!*?|~^$+-.0129azAZ\u00e9\u20ac\ufffd";

    private final Random random;

    public Mutations(long seed) {
        this.random = new Random(seed);
    }

    /// One to three changes of a text.
    public String of(String valid) {
        String text = valid;
        for (int i = random.nextInt(3); i >= 0; i--) {
            text = changed(text);
        }
        return text;
    }

    private String changed(String text) {
        return switch (random.nextInt(11)) {
            case 0 -> text.substring(0, random.nextInt(text.length() + 1));
            case 1 -> replaced(text, span(text), "");
            case 2, 3 -> garbled(text);
            case 4 -> swapped(text);
            case 5, 6 -> replaced(text, any(NUMBER, text), pick(NUMBERS));
            case 7 -> replaced(text, any(TOKEN, text), pick(VALUES));
            case 8 -> repeated(text);
            case 9 -> nested(text);
            default -> replaced(text, any(TOKEN, text), "");
        };
    }

    private String garbled(String text) {
        int at = random.nextInt(text.length() + 1);
        char odd = ODD_CHARACTERS.charAt(random.nextInt(ODD_CHARACTERS.length()));
        return text.substring(0, at) + odd + text.substring(Math.min(text.length(), at + random.nextInt(2)));
    }

    private String swapped(String text) {
        int[] one = any(TOKEN, text);
        int[] other = any(TOKEN, text);
        if (one[1] > other[0]) {
            return text;
        }
        return text.substring(0, one[0])
                + text.substring(other[0], other[1])
                + text.substring(one[1], other[0])
                + text.substring(one[0], one[1])
                + text.substring(other[1]);
    }

    private String repeated(String text) {
        int[] span = random.nextBoolean() ? span(text) : any(TOKEN, text);
        return text.substring(0, span[1]) + text.substring(span[0]);
    }

    private String nested(String text) {
        int at = random.nextInt(text.length() + 1);
        int levels = List.of(3, 60, 1200, 20_000).get(random.nextInt(4));
        return text.substring(0, at) + pick(OPENINGS).repeat(levels) + text.substring(at);
    }

    private static String replaced(String text, int[] span, String other) {
        return text.substring(0, span[0]) + other + text.substring(span[1]);
    }

    private int[] span(String text) {
        int from = random.nextInt(text.length() + 1);
        return new int[] {from, Math.min(text.length(), from + random.nextInt(80))};
    }

    private int[] any(Pattern pattern, String text) {
        List<int[]> found = new ArrayList<>();
        for (MatchResult match : pattern.matcher(text).results().toList()) {
            found.add(new int[] {match.start(), match.end()});
        }
        return found.isEmpty() ? new int[] {0, 0} : found.get(random.nextInt(found.size()));
    }

    private String pick(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}

package dev.sluice.jobspec.pod;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The syntax of labels: what Kubernetes accepts as keys and values.
final class LabelSyntax {
    private static final int NAME_CHARS_MAX = 63;
    private static final int PREFIX_CHARS_MAX = 253;

    /// Longer than any decimal `long` with its sign; beyond that the number is not parsed at all.
    private static final int NUMBER_CHARS_MAX = 20;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+");

    private LabelSyntax() {}

    static void requireKey(String key) {
        int slash = key.indexOf('/');
        String prefix = slash < 0 ? "" : key.substring(0, slash);
        boolean isPrefixLegal = slash < 0
                || (prefix.length() <= PREFIX_CHARS_MAX
                        && PREFIX.matcher(prefix).matches());
        if (!isPrefixLegal || !isName(key.substring(slash + 1))) {
            throw new IllegalArgumentException("key (" + key + ") must be a name of at most " + NAME_CHARS_MAX
                    + " letters, digits, '-', '_' and '.', which may follow a DNS name and '/'");
        }
    }

    static void requireValue(String value) {
        if (!value.isEmpty() && !isName(value)) {
            throw new IllegalArgumentException("value (" + value + ") must be empty or at most " + NAME_CHARS_MAX
                    + " letters, digits, '-', '_' and '.', with a letter or digit at each end");
        }
    }

    private static boolean isName(String text) {
        return text.length() <= NAME_CHARS_MAX && NAME.matcher(text).matches();
    }

    /// The number that Kubernetes reads from a label; empty if it reads none.
    static OptionalLong integer(String text) {
        if (text.length() > NUMBER_CHARS_MAX || !NUMBER.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            // Beyond 64 bits.
            return OptionalLong.empty();
        }
    }
}

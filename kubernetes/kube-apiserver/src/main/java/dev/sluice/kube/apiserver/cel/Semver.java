package dev.sluice.kube.apiserver.cel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A version such as `1.2.3-beta.1`.
///
/// @param before what comes behind the dash; empty if it is a release
record Semver(long major, long minor, long patch, String before) implements Comparable<Semver> {
    private static final String NUMBER = "(0|[1-9][0-9]*)";
    private static final String WORD = "(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)";
    private static final Pattern FORM = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + WORD
            + "(?:\\." + WORD + ")*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?");

    /// @throws CelFailure in Kubernetes' words
    static Semver parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new CelEvaluationFailure(problem(text));
        }
        return new Semver(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3)),
                matcher.group(4) == null ? "" : matcher.group(4));
    }

    private static String problem(String text) {
        if (text.isEmpty()) {
            return "Version string empty";
        }
        String[] parts = text.split("\\.", 3);
        if (parts.length < 3) {
            return "No Major.Minor.Patch elements found";
        }
        for (String part : parts) {
            String digits = part.split("[-+]", 2)[0];
            if (!digits.matches("[0-9]+")) {
                return "Invalid character(s) found in number \"" + digits + "\"";
            }
            if (digits.length() > 1 && digits.startsWith("0")) {
                return "Number must not contain leading zeroes \"" + digits + "\"";
            }
        }
        return "Invalid character(s) found in version \"" + text + "\"";
    }

    /// The same of texts such as `v1.2` and `01.2`.
    static Semver parseTolerantly(String text) {
        String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].replaceFirst("^0+(?=[0-9])", "");
        }
        String last = parts[parts.length - 1];
        if (parts.length < 3 && (last.contains("+") || last.contains("-"))) {
            throw new CelEvaluationFailure("short version cannot contain PreRelease/Build meta data");
        }
        return parse(String.join(".", parts) + ".0".repeat(3 - parts.length));
    }

    @Override
    public int compareTo(Semver other) {
        int numbers = major != other.major
                ? Long.compare(major, other.major)
                : minor != other.minor ? Long.compare(minor, other.minor) : Long.compare(patch, other.patch);
        if (numbers != 0 || before.equals(other.before)) {
            return numbers;
        }
        if (before.isEmpty() || other.before.isEmpty()) {
            return before.isEmpty() ? 1 : -1;
        }
        String[] one = before.split("\\.", -1);
        String[] two = other.before.split("\\.", -1);
        for (int i = 0; i < Math.min(one.length, two.length); i++) {
            int words = compare(one[i], two[i]);
            if (words != 0) {
                return words;
            }
        }
        return Integer.compare(one.length, two.length);
    }

    /// Numbers go before words.
    private static int compare(String one, String other) {
        boolean isNumber = one.matches("[0-9]+");
        boolean isOther = other.matches("[0-9]+");
        if (isNumber && isOther) {
            return Long.compare(Long.parseLong(one), Long.parseLong(other));
        }
        return isNumber == isOther ? Integer.signum(one.compareTo(other)) : isNumber ? -1 : 1;
    }
}

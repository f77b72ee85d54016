package dev.sluice.kube.names;

import java.util.ArrayList;
import java.util.List;

/// Kubernetes' rules for names. Each method returns validation errors in Kubernetes' words; an empty list means valid.
///
/// Kubernetes has some rules twice, with "characters" or "bytes" in the length message: object names have the former,
/// keys and values of labels the latter.
public final class NameValidation {
    /// The maximum length of a DNS label (RFC 1123, RFC 1035).
    public static final int LABEL_LENGTH_MAX = 63;

    /// The maximum length of a DNS name, less the overhead of its encoding.
    public static final int SUBDOMAIN_LENGTH_MAX = 253;

    /// The maximum length of label values and of the name part of a key.
    public static final int KEY_LENGTH_MAX = 63;

    private static final String LABEL_FORM = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN_FORM = LABEL_FORM + "(\\." + LABEL_FORM + ")*";
    private static final String KEY_FORM = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    private static final String NOT_A_LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric"
            + " characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or"
            + " '123-abc', regex used for validation is '" + LABEL_FORM + "')";
    private static final String NOT_A_SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case"
            + " alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g."
            + " 'example.com', regex used for validation is '" + SUBDOMAIN_FORM + "')";
    private static final String NOT_A_1035_LABEL = "a DNS-1035 label must consist of lower case alphanumeric"
            + " characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g."
            + " 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final String NOT_A_KEY = "must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
            + " validation is '" + KEY_FORM + "')";
    private static final String NOT_A_VALUE = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
            + " or 'my_value',  or '12345', regex used for validation is '(" + KEY_FORM + ")?')";

    private NameValidation() {}

    /// Validates a DNS-1123 label: names of namespaces, services and containers.
    public static List<String> label(String name) {
        if (name.length() <= LABEL_LENGTH_MAX && isLabel(name, 0, name.length())) {
            return List.of();
        }
        List<String> problems = tooLong(name, LABEL_LENGTH_MAX, "characters");
        if (!isLabel(name, 0, name.length())) {
            problems.add(isSubdomain(name) ? "must not contain dots" : NOT_A_LABEL);
        }
        return problems;
    }

    /// Validates a DNS-1123 subdomain: names of most objects.
    public static List<String> subdomain(String name) {
        return subdomain(name, "characters");
    }

    private static List<String> subdomain(String name, String unit) {
        if (name.length() <= SUBDOMAIN_LENGTH_MAX && isSubdomain(name)) {
            return List.of();
        }
        List<String> problems = tooLong(name, SUBDOMAIN_LENGTH_MAX, unit);
        if (!isSubdomain(name)) {
            problems.add(NOT_A_SUBDOMAIN);
        }
        return problems;
    }

    /// Validates a DNS-1035 label: names of custom resources, and of services before 1.36.
    public static List<String> dns1035Label(String name) {
        List<String> problems = tooLong(name, LABEL_LENGTH_MAX, "characters");
        if (!isLabel(name, 0, name.length()) || name.charAt(0) <= '9') {
            problems.add(NOT_A_1035_LABEL);
        }
        return problems;
    }

    /// Validates a name with an optional DNS prefix and slash: keys of labels and annotations, resources, finalizers.
    public static List<String> qualifiedName(String name) {
        int slash = name.indexOf('/');
        if (slash < 0 && name.length() <= KEY_LENGTH_MAX && isKey(name)) {
            return List.of();
        }
        if (slash >= 0 && name.indexOf('/', slash + 1) >= 0) {
            return List.of("a valid label key " + NOT_A_KEY
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        List<String> problems = new ArrayList<>();
        if (slash == 0) {
            problems.add("prefix part must be non-empty");
        } else if (slash > 0) {
            subdomain(name.substring(0, slash), "bytes").forEach(problem -> problems.add("prefix part " + problem));
        }
        String last = name.substring(slash + 1);
        if (last.isEmpty()) {
            problems.add("name part must be non-empty");
        } else {
            tooLong(last, KEY_LENGTH_MAX, "bytes").forEach(problem -> problems.add("name part " + problem));
        }
        if (!isKey(last)) {
            problems.add("name part " + NOT_A_KEY);
        }
        return problems;
    }

    public static List<String> labelValue(String value) {
        if (value.isEmpty() || (value.length() <= KEY_LENGTH_MAX && isKey(value))) {
            return List.of();
        }
        List<String> problems = tooLong(value, KEY_LENGTH_MAX, "bytes");
        if (!value.isEmpty() && !isKey(value)) {
            problems.add(NOT_A_VALUE);
        }
        return problems;
    }

    /// Validates a path segment: names of RBAC objects, which may have colons and capitals.
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        List<String> problems = new ArrayList<>();
        if (name.contains("/")) {
            problems.add("may not contain '/'");
        }
        if (name.contains("%")) {
            problems.add("may not contain '%'");
        }
        return problems;
    }

    /// Returns the text to validate for a `generateName`: a dash at its end is allowed, as the suffix follows.
    ///
    /// Like Kubernetes, this replaces the last two characters by one, so a prefix may be one longer than a name.
    public static String prefix(String generateName) {
        return generateName.length() > 1 && generateName.endsWith("-")
                ? generateName.substring(0, generateName.length() - 2) + "a"
                : generateName;
    }

    private static List<String> tooLong(String name, int max, String unit) {
        List<String> problems = new ArrayList<>(2);
        if (bytes(name) > max) {
            problems.add("must be no more than " + max + " " + unit);
        }
        return problems;
    }

    private static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Each surrogate counts as two of the pair's four bytes.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    private static boolean isSubdomain(String name) {
        int from = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', from)) {
            if (!isLabel(name, from, dot)) {
                return false;
            }
            from = dot + 1;
        }
        return isLabel(name, from, name.length());
    }

    private static boolean isLabel(String name, int from, int to) {
        if (from == to || name.charAt(from) == '-' || name.charAt(to - 1) == '-') {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = name.charAt(i);
            if (!(isLower(c) || isDigit(c) || c == '-')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKey(String name) {
        int last = name.length() - 1;
        if (last < 0 || !isAlphanumeric(name.charAt(0)) || !isAlphanumeric(name.charAt(last))) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            char c = name.charAt(i);
            if (!(isAlphanumeric(c) || c == '-' || c == '_' || c == '.')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAlphanumeric(char c) {
        return isLower(c) || isDigit(c) || (c >= 'A' && c <= 'Z');
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}

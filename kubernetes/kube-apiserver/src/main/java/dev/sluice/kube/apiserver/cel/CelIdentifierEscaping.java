package dev.sluice.kube.apiserver.cel;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Escapes field names for expressions: `foo-bar` becomes `foo__dash__bar`.
final class CelIdentifierEscaping {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z_./-][a-zA-Z0-9_./-]*");
    private static final Pattern SPECIAL = Pattern.compile("__|[-./]");
    private static final Pattern ESCAPED = Pattern.compile("__([^_]+)__");

    private CelIdentifierEscaping() {}

    /// Empty if no expression can name it.
    static Optional<String> escaped(String name) {
        if (RESERVED.contains(name)) {
            return Optional.of("__" + name + "__");
        }
        if (!PLAIN.matcher(name).matches()) {
            return Optional.empty();
        }
        return Optional.of(SPECIAL.matcher(name).replaceAll(found -> switch (found.group()) {
            case "." -> "__dot__";
            case "-" -> "__dash__";
            case "/" -> "__slash__";
            default -> "__underscores__";
        }));
    }

    /// Empty if it is no name that comes about by escaping.
    static Optional<String> unescaped(String escaped) {
        if (!escaped.contains("__")) {
            return Optional.of(escaped);
        }
        StringBuilder plain = new StringBuilder();
        Matcher matcher = ESCAPED.matcher(escaped);
        while (matcher.find()) {
            String meant = switch (matcher.group(1)) {
                case "dot" -> ".";
                case "dash" -> "-";
                case "slash" -> "/";
                case "underscores" -> "__";
                default -> RESERVED.contains(matcher.group(1)) ? matcher.group(1) : "";
            };
            boolean isWhole = matcher.group().length() == escaped.length();
            if (meant.isEmpty() || (RESERVED.contains(meant) && !isWhole)) {
                return Optional.empty();
            }
            matcher.appendReplacement(plain, Matcher.quoteReplacement(meant));
        }
        return Optional.of(matcher.appendTail(plain).toString());
    }
}

package dev.sluice.kube.select;

import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.select.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Parses label selectors like Kubernetes, including its quirks: `a in ()` has the empty value, `in` and `notin` are
/// keys and values where no operator is possible, and a NUL ends a word.
final class LabelSelectorParser {
    /// Prefixes the errors within a requirement; errors between requirements have no prefix.
    private static final String IN_REQUIREMENT = "unable to parse requirement: ";

    private static final String OPERATORS = "in, notin, =, ==, !=, gt, lt";

    private final String text;
    private int next;
    private String token = "";

    LabelSelectorParser(String text) {
        this.text = text;
        advance();
    }

    List<LabelRequirement> parse() {
        List<LabelRequirement> requirements = new ArrayList<>();
        if (token.isEmpty()) {
            return requirements;
        }
        if (!startsRequirement()) {
            throw ApiStatus.badRequest("found '" + token + "', expected: !, identifier, or 'end of string'");
        }
        while (true) {
            requirements.add(requirement());
            if (token.isEmpty()) {
                return requirements;
            }
            if (!token.equals(",")) {
                throw ApiStatus.badRequest("found '" + token + "', expected: ',' or 'end of string'");
            }
            advance();
            if (!startsRequirement()) {
                throw ApiStatus.badRequest("found '" + token + "', expected: identifier after ','");
            }
        }
    }

    private boolean startsRequirement() {
        return isWord() || token.equals("!");
    }

    private LabelRequirement requirement() {
        boolean absent = token.equals("!");
        if (absent) {
            advance();
        }
        if (!isWord()) {
            throw unexpected("', expected: identifier");
        }
        String key = take();
        List<String> problems = NameValidation.qualifiedName(key);
        if (!problems.isEmpty()) {
            throw ApiStatus.badRequest(IN_REQUIREMENT + LabelRequirement.invalid("<nil>", GoQuoting.of(key), problems));
        }
        if (absent) {
            return checked(key, Operator.DOES_NOT_EXIST, List.of());
        }
        if (endsRequirement()) {
            return checked(key, Operator.EXISTS, List.of());
        }
        Operator operator = operator();
        advance();
        return switch (operator) {
            case IN, NOT_IN -> checked(key, operator, values());
            default -> checked(key, operator, List.of(exactValue()));
        };
    }

    private static LabelRequirement checked(String key, Operator operator, List<String> values) {
        return LabelRequirement.checked(IN_REQUIREMENT, key, operator, values);
    }

    private Operator operator() {
        return switch (token) {
            case "in" -> Operator.IN;
            case "notin" -> Operator.NOT_IN;
            case "=" -> Operator.EQUALS;
            case "==" -> Operator.DOUBLE_EQUALS;
            case "!=" -> Operator.NOT_EQUALS;
            case ">" -> Operator.GREATER_THAN;
            case "<" -> Operator.LESS_THAN;
            default -> throw unexpected("', expected: " + OPERATORS);
        };
    }

    private String exactValue() {
        if (endsRequirement()) {
            return "";
        }
        if (!isWord()) {
            throw unexpected("', expected: identifier");
        }
        return take();
    }

    /// Parses values in parentheses, sorted and without duplicates; two adjacent commas enclose the empty value.
    private List<String> values() {
        if (!token.equals("(")) {
            throw unexpected("' expected: '('");
        }
        advance();
        if (!isWord() && !token.equals(",") && !token.equals(")")) {
            throw unexpected("', expected: ',', ')' or identifier");
        }
        TreeSet<String> values = new TreeSet<>();
        boolean afterComma = true;
        while (!token.equals(")")) {
            if (isWord()) {
                values.add(take());
                afterComma = false;
                if (!token.equals(",") && !token.equals(")")) {
                    throw unexpected("', expected: ',' or ')'");
                }
            } else if (token.equals(",")) {
                if (afterComma) {
                    values.add("");
                }
                afterComma = true;
                advance();
            } else {
                throw unexpected("', expected: ',', or identifier");
            }
        }
        if (afterComma) {
            values.add("");
        }
        advance();
        return new ArrayList<>(values);
    }

    private boolean endsRequirement() {
        return token.isEmpty() || token.equals(",");
    }

    private boolean isWord() {
        return !token.isEmpty() && !isSymbol(token.charAt(0));
    }

    private ApiException unexpected(String expected) {
        return ApiStatus.badRequest(IN_REQUIREMENT + "found '" + token + expected);
    }

    private String take() {
        String taken = token;
        advance();
        return taken;
    }

    /// Reads the next token, empty at the end.
    private void advance() {
        while (next < text.length() && isSpace(text.charAt(next))) {
            next++;
        }
        int from = next;
        if (next < text.length() && isSymbol(text.charAt(next))) {
            next += text.startsWith("==", next) || text.startsWith("!=", next) ? 2 : 1;
            token = text.substring(from, next);
            return;
        }
        while (next < text.length()
                && text.charAt(next) != 0
                && !isSymbol(text.charAt(next))
                && !isSpace(text.charAt(next))) {
            next++;
        }
        token = text.substring(from, next);
        if (next < text.length() && text.charAt(next) == 0) {
            // Kubernetes takes a NUL for the end, but continues if it has read a word before.
            next = token.isEmpty() ? text.length() : next + 1;
        }
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean isSymbol(char c) {
        return switch (c) {
            case '=', '!', '(', ')', ',', '>', '<' -> true;
            default -> false;
        };
    }
}

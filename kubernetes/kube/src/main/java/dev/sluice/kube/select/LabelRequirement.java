package dev.sluice.kube.select;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A requirement of a label selector.
///
/// @param values sorted; their meaning depends on the operator
/// @param bound the operand of `>` and `<`; zero for other operators
public record LabelRequirement(String key, Operator operator, List<String> values, long bound) {

    /// The operator of a requirement.
    public enum Operator {
        EQUALS("="),
        DOUBLE_EQUALS("=="),
        NOT_EQUALS("!="),
        IN(" in "),
        NOT_IN(" notin "),
        EXISTS(""),
        DOES_NOT_EXIST("!"),
        GREATER_THAN(">"),
        LESS_THAN("<");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }
    }

    /// Creates a validated requirement.
    ///
    /// @throws dev.sluice.kube.port.ApiException with all errors in Kubernetes' words, prefixed by `context`
    static LabelRequirement checked(String context, String key, Operator operator, List<String> values) {
        List<String> problems = new ArrayList<>();
        List<String> wrongKey = NameValidation.qualifiedName(key);
        if (!wrongKey.isEmpty()) {
            problems.add(invalid("key", GoQuoting.of(key), wrongKey));
        }
        long bound = 0;
        switch (operator) {
            case IN, NOT_IN -> {
                if (values.isEmpty()) {
                    problems.add("values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty");
                }
            }
            case EXISTS, DOES_NOT_EXIST -> {
                if (!values.isEmpty()) {
                    String found =
                            JsonArray.of(values.stream().map(Json::of).toList()).toString();
                    problems.add("values: Invalid value: " + found
                            + ": values set must be empty for exists and does not exist");
                }
            }
            case GREATER_THAN, LESS_THAN -> {
                OptionalLong number = number(values.getFirst());
                if (number.isEmpty()) {
                    problems.add("values[0]: Invalid value: " + GoQuoting.of(values.getFirst())
                            + ": for 'Gt', 'Lt' operators, the value must be an integer");
                }
                bound = number.orElse(0);
            }
            case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> {}
        }
        for (int i = 0; i < values.size(); i++) {
            List<String> wrongValue = NameValidation.labelValue(values.get(i));
            if (!wrongValue.isEmpty()) {
                problems.add(invalid("values[" + i + "][" + key + "]", GoQuoting.of(values.get(i)), wrongValue));
            }
        }
        if (!problems.isEmpty()) {
            throw ApiStatus.badRequest(context + aggregate(problems));
        }
        return new LabelRequirement(key, operator, List.copyOf(values), bound);
    }

    static String invalid(String field, String value, List<String> problems) {
        return field + ": Invalid value: " + value + ": " + String.join("; ", problems);
    }

    private static String aggregate(List<String> problems) {
        Set<String> once = new LinkedHashSet<>(problems);
        return once.size() == 1 ? problems.getFirst() : "[" + String.join(", ", once) + "]";
    }

    boolean matches(JsonObject labels) {
        Json label = labels.get(key);
        return switch (operator) {
            case EQUALS, DOUBLE_EQUALS, IN -> isAmongValues(label);
            case NOT_EQUALS, NOT_IN -> !isAmongValues(label);
            case EXISTS -> label != null;
            case DOES_NOT_EXIST -> label == null;
            case GREATER_THAN -> label instanceof JsonString text && compare(text.text()) > 0;
            case LESS_THAN -> label instanceof JsonString text && compare(text.text()) < 0;
        };
    }

    private boolean isAmongValues(@Nullable Json label) {
        if (label instanceof JsonString(String text)) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i).equals(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Compares a label with the bound; returns 0 if it is not a number, so that neither `>` nor `<` holds.
    private int compare(String label) {
        int from = signLength(label);
        if (from == label.length()) {
            return 0;
        }
        boolean negative = label.charAt(0) == '-';
        long value = 0;
        for (int i = from; i < label.length(); i++) {
            int digit = label.charAt(i) - '0';
            // Accumulates negatively, as the negative range is larger by one.
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return 0;
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            return 0;
        }
        return Long.compare(negative ? value : -value, bound);
    }

    private static int signLength(String label) {
        return !label.isEmpty() && (label.charAt(0) == '-' || label.charAt(0) == '+') ? 1 : 0;
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /// Returns the label and value if the requirement is a single equality.
    Optional<LabelSelector.Equality> equality() {
        return switch (operator) {
            case EQUALS, DOUBLE_EQUALS, IN ->
                values.size() == 1 ? Optional.of(new LabelSelector.Equality(key, values.getFirst())) : Optional.empty();
            case NOT_EQUALS, NOT_IN, EXISTS, DOES_NOT_EXIST, GREATER_THAN, LESS_THAN -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return switch (operator) {
            case EXISTS -> key;
            case DOES_NOT_EXIST -> operator.sign + key;
            case IN, NOT_IN ->
                key + operator.sign + "("
                        + String.join(",", values.stream().sorted().toList()) + ")";
            case EQUALS, DOUBLE_EQUALS, NOT_EQUALS, GREATER_THAN, LESS_THAN -> key + operator.sign + values.getFirst();
        };
    }
}

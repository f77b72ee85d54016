package dev.sluice.jobspec.pod;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A test of one label, such as `zone In [a, b]`.
///
/// @param values several for `In` and `NotIn`, one integer for `Gt` and `Lt`, none for the others
public record LabelRequirement(String key, SelectorOperator operator, List<String> values) {

    public LabelRequirement {
        values = List.copyOf(values);
        LabelSyntax.requireKey(key);
        switch (operator) {
            case IN, NOT_IN -> require(!values.isEmpty(), operator, values, "at least one value");
            case EXISTS, DOES_NOT_EXIST -> require(values.isEmpty(), operator, values, "no values");
            case GT, LT ->
                require(
                        values.size() == 1
                                && LabelSyntax.integer(values.getFirst()).isPresent(),
                        operator,
                        values,
                        "exactly one value, an integer of 64 bits");
        }
        values.forEach(LabelSyntax::requireValue);
    }

    private static void require(boolean condition, SelectorOperator operator, List<String> values, String allowed) {
        if (!condition) {
            throw new IllegalArgumentException("values (" + String.join(", ", values) + ") of operator "
                    + operator.text() + " must be " + allowed);
        }
    }

    boolean matches(LabelledNode node) {
        Optional<String> label = node.label(key);
        return switch (operator) {
            case IN -> label.isPresent() && values.contains(label.get());
            case NOT_IN -> label.isEmpty() || !values.contains(label.get());
            case EXISTS -> label.isPresent();
            case DOES_NOT_EXIST -> label.isEmpty();
            case GT -> compare(label) > 0;
            case LT -> compare(label) < 0;
        };
    }

    /// The order of the label and the value; 0 if the label is absent or no integer.
    private int compare(Optional<String> label) {
        OptionalLong number = label.isEmpty() ? OptionalLong.empty() : LabelSyntax.integer(label.get());
        return number.isEmpty()
                ? 0
                : Long.compare(
                        number.getAsLong(),
                        LabelSyntax.integer(values.getFirst()).orElseThrow());
    }
}

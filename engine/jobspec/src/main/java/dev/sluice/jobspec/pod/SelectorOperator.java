package dev.sluice.jobspec.pod;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The operators of node selector requirements.
public enum SelectorOperator {
    IN("In"),
    NOT_IN("NotIn"),
    EXISTS("Exists"),
    DOES_NOT_EXIST("DoesNotExist"),
    GT("Gt"),
    LT("Lt");

    private final String text;

    SelectorOperator(String text) {
        this.text = text;
    }

    /// The operator's name in a pod's spec.
    public String text() {
        return text;
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(SelectorOperator::text).toList();
    }

    public static Optional<SelectorOperator> named(String text) {
        return Arrays.stream(values())
                .filter(operator -> operator.text.equals(text))
                .findFirst();
    }
}

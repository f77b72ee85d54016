package dev.sluice.jobspec.pod;

import java.util.List;
import java.util.Optional;

/// The taints that a pod accepts.
///
/// @param key empty for the taints of all keys; the operator is `EXISTS` then
/// @param value what the taint's value must equal; empty for `EXISTS`
/// @param effect empty for all effects
public record Toleration(Optional<String> key, Operator operator, String value, Optional<TaintEffect> effect) {

    public enum Operator {
        EQUAL("Equal"),
        EXISTS("Exists");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /// The operator's name in a pod's spec.
        public String text() {
            return text;
        }

        public static List<String> texts() {
            return List.of(EQUAL.text, EXISTS.text);
        }

        public static Optional<Operator> named(String text) {
            return text.equals(EQUAL.text)
                    ? Optional.of(EQUAL)
                    : text.equals(EXISTS.text) ? Optional.of(EXISTS) : Optional.empty();
        }
    }

    public Toleration {
        key.ifPresent(LabelSyntax::requireKey);
        if (key.isEmpty() && operator != Operator.EXISTS) {
            throw new IllegalArgumentException("operator (" + operator.text() + ") without a key must be Exists");
        }
        if (operator == Operator.EXISTS && !value.isEmpty()) {
            throw new IllegalArgumentException("value (" + value + ") of operator Exists must be empty");
        }
        LabelSyntax.requireValue(value);
    }

    public boolean tolerates(Taint taint) {
        return (effect.isEmpty() || effect.get() == taint.effect())
                && (key.isEmpty() || key.get().equals(taint.key()))
                && (operator == Operator.EXISTS || value.equals(taint.value()));
    }

    /// The first taint that none of the tolerations accepts.
    ///
    /// @param hard whether to look for taints that refuse the node, or for those that only make it unwelcome
    public static Optional<Taint> firstUntolerated(List<Taint> taints, List<Toleration> tolerations, boolean hard) {
        for (Taint taint : taints) {
            if (taint.isHard() == hard && tolerations.stream().noneMatch(toleration -> toleration.tolerates(taint))) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }
}

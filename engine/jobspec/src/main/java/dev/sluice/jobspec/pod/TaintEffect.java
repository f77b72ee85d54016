package dev.sluice.jobspec.pod;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a taint does to pods that do not tolerate it.
public enum TaintEffect {
    NO_SCHEDULE("NoSchedule"),
    /// The node is used only if the pods fit nowhere else.
    PREFER_NO_SCHEDULE("PreferNoSchedule"),
    /// Running pods are evicted too.
    NO_EXECUTE("NoExecute");

    private final String text;

    TaintEffect(String text) {
        this.text = text;
    }

    /// The effect's name in a node's spec.
    public String text() {
        return text;
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(TaintEffect::text).toList();
    }

    public static Optional<TaintEffect> named(String text) {
        return Arrays.stream(values())
                .filter(effect -> effect.text.equals(text))
                .findFirst();
    }
}

package dev.sluice.jobspec.pod;

/// A mark on a node that keeps away the pods that do not tolerate it.
public record Taint(String key, String value, TaintEffect effect) {

    public Taint {
        LabelSyntax.requireKey(key);
        LabelSyntax.requireValue(value);
    }

    /// Whether the node is refused to pods that do not tolerate the taint.
    public boolean isHard() {
        return effect != TaintEffect.PREFER_NO_SCHEDULE;
    }

    /// The taint as `kubectl` writes it: `gpu=a100:NoSchedule`, `gpu:NoSchedule` without a value.
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect.text();
    }
}

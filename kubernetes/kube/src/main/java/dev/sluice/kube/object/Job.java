package dev.sluice.kube.object;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;

/// Pods that run to completion.
public record Job(JsonObject json) {
    /// On pods whose end the controller has yet to count.
    public static final String TRACKING = "batch.kubernetes.io/job-tracking";

    /// The label and the annotation of a pod that tell which completion it is for.
    public static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private static final int BACKOFF_LIMIT = 6;

    public boolean isIndexed() {
        return json.text("spec", "completionMode").equals("Indexed");
    }

    public boolean isSuspended() {
        return json.isTrue("spec", "suspend");
    }

    /// Whether it has come to its end, well or badly.
    public boolean isOver() {
        return Conditions.isTrue(json, "Complete") || Conditions.isTrue(json, "Failed");
    }

    public int parallelism() {
        return (int) json.number(1, "spec", "parallelism");
    }

    public boolean hasCompletions() {
        return has("completions");
    }

    public int completions() {
        return (int) json.number(0, "spec", "completions");
    }

    public long backoffLimit() {
        return json.number(BACKOFF_LIMIT, "spec", "backoffLimit");
    }

    public boolean hasBackoffLimitPerIndex() {
        return has("backoffLimitPerIndex");
    }

    public long backoffLimitPerIndex() {
        return json.number(0, "spec", "backoffLimitPerIndex");
    }

    /// A number of its specification, if it has one.
    public OptionalLong number(String field) {
        return has(field) ? OptionalLong.of(json.number(0, "spec", field)) : OptionalLong.empty();
    }

    public JsonObject template() {
        return json.object("spec", "template");
    }

    public boolean hasFailurePolicy() {
        return has("podFailurePolicy");
    }

    /// Whether a pod that is leaving is replaced only when it has gone.
    public boolean replacesOnlyFailed() {
        return json.text("spec", "podReplacementPolicy").equals("Failed") || hasFailurePolicy();
    }

    private boolean has(String field) {
        return json.object("spec").has(field);
    }
}

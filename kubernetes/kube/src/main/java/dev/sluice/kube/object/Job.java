package dev.sluice.kube.object;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;

/// A batch/v1 Job.
public record Job(JsonObject json) {
    /// The finalizer of pods that the Job's status does not count yet.
    public static final String TRACKING = "batch.kubernetes.io/job-tracking";

    /// The label and annotation with a pod's completion index.
    public static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private static final int BACKOFF_LIMIT = 6;

    public boolean isIndexed() {
        return json.text("spec", "completionMode").equals("Indexed");
    }

    public boolean isSuspended() {
        return json.isTrue("spec", "suspend");
    }

    /// True if the Job is complete or failed.
    public boolean isFinished() {
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

    /// Returns a numeric field of the spec, if it is set.
    public OptionalLong number(String field) {
        return has(field) ? OptionalLong.of(json.number(0, "spec", field)) : OptionalLong.empty();
    }

    public JsonObject template() {
        return json.object("spec", "template");
    }

    public boolean hasFailurePolicy() {
        return has("podFailurePolicy");
    }

    /// True if a terminating pod is replaced only once it has failed (`podReplacementPolicy: Failed`).
    public boolean replacesOnlyFailed() {
        return json.text("spec", "podReplacementPolicy").equals("Failed") || hasFailurePolicy();
    }

    private boolean has(String field) {
        return json.object("spec").has(field);
    }
}

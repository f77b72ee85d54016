package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;

/// What a Job asks for.
record JobSpec(JsonObject job) {
    static final String FINALIZER = "batch.kubernetes.io/job-tracking";
    static final String INDEX = "batch.kubernetes.io/job-completion-index";
    static final int NO_INDEX = -1;
    private static final int BACKOFF_LIMIT = 6;

    boolean isIndexed() {
        return job.text("spec", "completionMode").equals("Indexed");
    }

    boolean isSuspended() {
        return job.isTrue("spec", "suspend");
    }

    int parallelism() {
        return (int) job.number(1, "spec", "parallelism");
    }

    boolean hasCompletions() {
        return job.object("spec").has("completions");
    }

    int completions() {
        return (int) job.number(0, "spec", "completions");
    }

    long backoffLimit() {
        return job.number(BACKOFF_LIMIT, "spec", "backoffLimit");
    }

    boolean hasBackoffLimitPerIndex() {
        return job.object("spec").has("backoffLimitPerIndex");
    }

    long backoffLimitPerIndex() {
        return job.number(0, "spec", "backoffLimitPerIndex");
    }

    OptionalLong number(String field) {
        return job.object("spec").has(field) ? OptionalLong.of(job.number(0, "spec", field)) : OptionalLong.empty();
    }

    JsonObject template() {
        return job.object("spec", "template");
    }

    FailurePolicy failurePolicy() {
        return new FailurePolicy(
                job.object("spec").has("podFailurePolicy"), job.array("spec", "podFailurePolicy", "rules"));
    }

    /// Whether a pod that is leaving is replaced only when it has gone.
    boolean replacesOnlyFailed() {
        return job.text("spec", "podReplacementPolicy").equals("Failed")
                || job.object("spec").has("podFailurePolicy");
    }

    /// A pod that is leaving counts as failed, for it may never get to say so.
    boolean isFailed(JsonObject pod) {
        if (Pods.phase(pod).equals(Pods.FAILED)) {
            return true;
        }
        return !replacesOnlyFailed()
                && KubeObjects.isTerminating(pod)
                && !Pods.phase(pod).equals(Pods.SUCCEEDED);
    }

    static boolean isTracked(JsonObject pod) {
        for (Json finalizer : pod.array("metadata", "finalizers")) {
            if (finalizer.equals(Json.of(FINALIZER))) {
                return true;
            }
        }
        return false;
    }

    /// Which of the Job's completions a pod is for.
    static int index(JsonObject pod) {
        String text = pod.text("metadata", "annotations", INDEX);
        try {
            int index = Integer.parseInt(text);
            return index < 0 ? NO_INDEX : index;
        } catch (NumberFormatException e) {
            return NO_INDEX;
        }
    }

    boolean hasValidIndex(JsonObject pod) {
        int index = index(pod);
        return index != NO_INDEX && index < completions();
    }
}

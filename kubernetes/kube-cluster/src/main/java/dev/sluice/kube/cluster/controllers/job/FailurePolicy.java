package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import org.jspecify.annotations.Nullable;

/// Evaluates a Job's `podFailurePolicy`.
///
/// @param isThere whether the Job has one
record FailurePolicy(boolean isThere, JsonArray rules) {

    /// The outcome for one failed pod.
    ///
    /// @param action of the rule that matches; empty if none does
    /// @param failJob the message if the Job fails
    record Verdict(String action, @Nullable String failJob) {
        boolean counts() {
            return !action.equals("Ignore");
        }

        boolean failsIndex() {
            return action.equals("FailIndex");
        }
    }

    private static final Verdict NONE = new Verdict("", null);

    static FailurePolicy ofJob(Job job) {
        return new FailurePolicy(job.hasFailurePolicy(), job.json().array("spec", "podFailurePolicy", "rules"));
    }

    Verdict of(JsonObject pod) {
        for (int i = 0; i < rules.size(); i++) {
            JsonObject rule = rules.object(i);
            String action = rule.text("action");
            String what = rule.has("onExitCodes") ? exitCode(pod, rule.object("onExitCodes")) : condition(pod, rule);
            if (what != null) {
                String message = "%s matching %s rule at index %d".formatted(what, action, i);
                return new Verdict(action, action.equals("FailJob") ? message : null);
            }
        }
        return NONE;
    }

    private static @Nullable String exitCode(JsonObject pod, JsonObject requirement) {
        for (String list : new String[] {"containerStatuses", "initContainerStatuses"}) {
            for (Json status : pod.array("status", list)) {
                if (status instanceof JsonObject container && matches(container, requirement)) {
                    return "Container %s for pod %s/%s failed with exit code %d"
                            .formatted(
                                    container.text("name"),
                                    KubeObjects.namespace(pod),
                                    KubeObjects.name(pod),
                                    container.number(0, "state", "terminated", "exitCode"));
                }
            }
        }
        return null;
    }

    private static boolean matches(JsonObject container, JsonObject requirement) {
        long code = container.number(0, "state", "terminated", "exitCode");
        boolean isNamed = !requirement.has("containerName")
                || requirement.text("containerName").equals(container.text("name"));
        if (code == 0 || !isNamed) {
            return false;
        }
        boolean isListed = requirement.array("values").toList().contains(Json.of(code));
        return requirement.text("operator").equals("In") == isListed;
    }

    private static @Nullable String condition(JsonObject pod, JsonObject rule) {
        for (Json condition : pod.array("status", "conditions")) {
            for (Json pattern : rule.array("onPodConditions")) {
                if (condition instanceof JsonObject is
                        && pattern instanceof JsonObject wanted
                        && is.text("type").equals(wanted.text("type"))
                        && is.text("status").equals(wanted.text("status"))) {
                    return "Pod %s/%s has condition %s"
                            .formatted(KubeObjects.namespace(pod), KubeObjects.name(pod), is.text("type"));
                }
            }
        }
        return null;
    }
}

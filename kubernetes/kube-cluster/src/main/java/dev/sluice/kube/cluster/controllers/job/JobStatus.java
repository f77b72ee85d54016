package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.object.Times;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Builds the new status of a Job. Unknown fields are kept.
final class JobStatus {
    private final JsonObject before;
    long active;
    long ready;
    long terminating;
    long succeeded;
    long failed;
    String startTime;
    String completionTime;
    String completedIndexes;

    @Nullable
    String failedIndexes;

    JsonArray conditions;
    final Set<String> uncountedSucceeded;
    final Set<String> uncountedFailed;

    JobStatus(JsonObject job) {
        this.before = job.object("status");
        this.active = before.number(0, "active");
        this.succeeded = before.number(0, "succeeded");
        this.failed = before.number(0, "failed");
        this.startTime = before.text("startTime");
        this.completionTime = before.text("completionTime");
        this.completedIndexes = before.text("completedIndexes");
        this.failedIndexes = before.has("failedIndexes") ? before.text("failedIndexes") : null;
        this.conditions = before.array("conditions");
        this.uncountedSucceeded = uids(before.array("uncountedTerminatedPods", "succeeded"));
        this.uncountedFailed = uids(before.array("uncountedTerminatedPods", "failed"));
    }

    private static Set<String> uids(JsonArray array) {
        Set<String> uids = new LinkedHashSet<>();
        for (Json uid : array) {
            if (uid instanceof JsonString text) {
                uids.add(text.text());
            }
        }
        return uids;
    }

    /// Counts the uncounted pods that have lost the tracking finalizer.
    ///
    /// @param tracked the uids of pods that still have it
    void countUntracked(Set<String> tracked) {
        int before1 = uncountedSucceeded.size();
        uncountedSucceeded.retainAll(tracked);
        succeeded += before1 - uncountedSucceeded.size();
        int before2 = uncountedFailed.size();
        uncountedFailed.retainAll(tracked);
        failed += before2 - uncountedFailed.size();
    }

    boolean hasUncounted() {
        return !uncountedSucceeded.isEmpty() || !uncountedFailed.isEmpty();
    }

    boolean has(String conditionType) {
        JsonObject condition = Conditions.find(conditions, conditionType);
        return condition != null && condition.text("status").equals(Conditions.TRUE);
    }

    /// Sets a condition, but does not add one with status False.
    ///
    /// @return true if it changed
    boolean set(String type, String status, String reason, String message, long nowNanos) {
        JsonObject old = Conditions.find(conditions, type);
        if (old == null && status.equals(Conditions.FALSE)) {
            return false;
        }
        if (old != null
                && old.text("status").equals(status)
                && old.text("reason").equals(reason)
                && old.text("message").equals(message)) {
            return false;
        }
        JsonObject condition = JsonObject.builder()
                .put("type", type)
                .put("status", status)
                .put("lastProbeTime", Times.of(nowNanos))
                .put("lastTransitionTime", Times.of(nowNanos))
                .put("reason", reason)
                .put("message", message)
                .build();
        conditions = Conditions.with(conditions, condition);
        return true;
    }

    JsonObject toJson() {
        JsonObject status = before;
        status = number(status, "active", active);
        status = status.with("ready", Json.of(ready)).with("terminating", Json.of(terminating));
        status = number(status, "succeeded", succeeded);
        status = number(status, "failed", failed);
        status = text(status, "startTime", startTime);
        status = text(status, "completionTime", completionTime);
        status = text(status, "completedIndexes", completedIndexes);
        status = failedIndexes == null ? status.without("failedIndexes") : status.with("failedIndexes", failedIndexes);
        status = conditions.isEmpty() ? status.without("conditions") : status.with("conditions", conditions);
        JsonObject uncounted = JsonObject.EMPTY;
        if (!uncountedSucceeded.isEmpty()) {
            uncounted = uncounted.with("succeeded", array(uncountedSucceeded));
        }
        if (!uncountedFailed.isEmpty()) {
            uncounted = uncounted.with("failed", array(uncountedFailed));
        }
        return status.with("uncountedTerminatedPods", uncounted);
    }

    private static JsonArray array(Set<String> uids) {
        return JsonArray.of(uids.stream().map(Json::of).toList());
    }

    private static JsonObject number(JsonObject status, String name, long value) {
        return value == 0 ? status.without(name) : status.with(name, Json.of(value));
    }

    private static JsonObject text(JsonObject status, String name, String value) {
        return value.isEmpty() ? status.without(name) : status.with(name, value);
    }
}

package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.work.Counts;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import org.jspecify.annotations.Nullable;

/// Computes the status of a Deployment.
record DeploymentStatus(Rollout rollout, long nowNanos) {
    private static final String PROGRESSING = "Progressing";
    private static final String COMPLETE = "NewReplicaSetAvailable";

    /// This deadline, in seconds, means none.
    private static final long NO_DEADLINE = Integer.MAX_VALUE;

    /// @param reportsProgress whether this reconciliation may report progress
    JsonObject next(boolean reportsProgress) {
        JsonObject deployment = rollout.deployment();
        JsonObject before = deployment.object("status");
        long available = rollout.sum("availableReplicas");
        JsonObject current = rollout.current();
        JsonObject status = before.with("observedGeneration", Json.of(deployment.number(0, "metadata", "generation")));
        status = Counts.put(status, "replicas", rollout.sum("replicas"));
        status = Counts.put(status, "updatedReplicas", current == null ? 0 : current.number(0, "status", "replicas"));
        status = Counts.put(status, "readyReplicas", rollout.sum("readyReplicas"));
        status = Counts.put(status, "availableReplicas", available);
        status = Counts.put(status, "unavailableReplicas", Math.max(0, rollout.replicasAskedFor() - available));
        status = status.with("terminatingReplicas", Json.of(rollout.sum("terminatingReplicas")));
        boolean isEnough = available >= rollout.wanted() - rollout.maxUnavailable();
        status = with(
                status,
                isEnough
                        ? condition(
                                "Available",
                                Conditions.TRUE,
                                "MinimumReplicasAvailable",
                                "Deployment has minimum availability.")
                        : condition(
                                "Available",
                                Conditions.FALSE,
                                "MinimumReplicasUnavailable",
                                "Deployment does not have minimum availability."));
        return reportsProgress ? withFailures(withProgress(status, before)) : status;
    }

    private JsonObject withProgress(JsonObject status, JsonObject before) {
        long deadline = deadlineSeconds();
        if (deadline == NO_DEADLINE) {
            return status.with("conditions", Conditions.without(status.array("conditions"), PROGRESSING));
        }
        JsonObject known = Conditions.find(before.array("conditions"), PROGRESSING);
        boolean isSettled = status.number(0, "replicas") == status.number(0, "updatedReplicas")
                && known != null
                && known.text("reason").equals(COMPLETE);
        if (isSettled) {
            return status;
        }
        if (isComplete(status)) {
            return with(
                    status,
                    condition(PROGRESSING, Conditions.TRUE, COMPLETE, subject() + " has successfully progressed."));
        }
        if (hasMoved(status, before)) {
            JsonObject moving =
                    condition(PROGRESSING, Conditions.TRUE, "ReplicaSetUpdated", subject() + " is progressing.");
            if (known != null && known.text("status").equals(Conditions.TRUE)) {
                moving = moving.with("lastTransitionTime", known.text("lastTransitionTime"));
            }
            JsonArray others = Conditions.without(status.array("conditions"), PROGRESSING);
            return status.with("conditions", others.plus(moving));
        }
        if (known != null && isOverdue(known, deadline)) {
            return with(
                    status,
                    condition(
                            PROGRESSING,
                            Conditions.FALSE,
                            "ProgressDeadlineExceeded",
                            subject() + " has timed out progressing."));
        }
        return status;
    }

    /// Returns when `progressDeadlineSeconds` are exceeded; never, if there is no deadline.
    long overdueNanos() {
        JsonObject known = Conditions.find(rollout.deployment().array("status", "conditions"), PROGRESSING);
        long deadline = deadlineSeconds();
        if (known == null || deadline == NO_DEADLINE || known.text("reason").equals(COMPLETE)) {
            return Long.MAX_VALUE;
        }
        return Times.parse(known.text("lastUpdateTime"), nowNanos) + deadline * Clock.NANOS_PER_SECOND;
    }

    private boolean isOverdue(JsonObject known, long deadline) {
        if (known.text("reason").equals("ProgressDeadlineExceeded")) {
            return true;
        }
        long since = Times.parse(known.text("lastUpdateTime"), nowNanos);
        return !known.text("reason").equals(COMPLETE) && since + deadline * Clock.NANOS_PER_SECOND <= nowNanos;
    }

    private long deadlineSeconds() {
        return rollout.deployment().number(NO_DEADLINE, "spec", "progressDeadlineSeconds");
    }

    private String subject() {
        JsonObject current = rollout.current();
        return current == null
                ? "Deployment \"%s\"".formatted(KubeObjects.name(rollout.deployment()))
                : "ReplicaSet \"%s\"".formatted(KubeObjects.name(current));
    }

    boolean isComplete(JsonObject status) {
        long wanted = rollout.wanted();
        return status.number(0, "updatedReplicas") == wanted
                && status.number(0, "replicas") == wanted
                && status.number(0, "availableReplicas") == wanted
                && status.number(0, "observedGeneration")
                        >= rollout.deployment().number(0, "metadata", "generation");
    }

    private static boolean hasMoved(JsonObject status, JsonObject before) {
        long old = status.number(0, "replicas") - status.number(0, "updatedReplicas");
        long formerlyOld = before.number(0, "replicas") - before.number(0, "updatedReplicas");
        return status.number(0, "updatedReplicas") > before.number(0, "updatedReplicas")
                || old < formerlyOld
                || status.number(0, "readyReplicas") > before.number(0, "readyReplicas")
                || status.number(0, "availableReplicas") > before.number(0, "availableReplicas");
    }

    private JsonObject withFailures(JsonObject status) {
        JsonObject failure = failureOf(rollout.current());
        for (JsonObject set : rollout.old()) {
            failure = failure == null ? failureOf(set) : failure;
        }
        if (failure == null) {
            return status.with("conditions", Conditions.without(status.array("conditions"), "ReplicaFailure"));
        }
        return with(
                status,
                condition("ReplicaFailure", failure.text("status"), failure.text("reason"), failure.text("message")));
    }

    private static @Nullable JsonObject failureOf(@Nullable JsonObject set) {
        return set == null ? null : Conditions.find(set.array("status", "conditions"), "ReplicaFailure");
    }

    JsonObject condition(String type, String status, String reason, String message) {
        return JsonObject.builder()
                .put("type", type)
                .put("status", status)
                .put("lastUpdateTime", Times.of(nowNanos))
                .put("lastTransitionTime", Times.of(nowNanos))
                .put("reason", reason)
                .put("message", message)
                .build();
    }

    /// Sets a condition. One with the same status and reason keeps its times; a new one is appended.
    static JsonObject with(JsonObject status, JsonObject condition) {
        JsonArray conditions = status.array("conditions");
        JsonObject known = Conditions.find(conditions, condition.text("type"));
        if (known != null && known.text("status").equals(condition.text("status"))) {
            if (known.text("reason").equals(condition.text("reason"))) {
                return status;
            }
            JsonObject since = condition.with("lastTransitionTime", known.text("lastTransitionTime"));
            return status.with(
                    "conditions",
                    Conditions.without(conditions, condition.text("type")).plus(since));
        }
        return status.with(
                "conditions",
                Conditions.without(conditions, condition.text("type")).plus(condition));
    }
}

package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import java.util.OptionalLong;

/// Deletes disrupted pods after setting their `DisruptionTarget` condition.
final class Disruption {
    private final PodUpdates control;

    Disruption(PodUpdates control) {
        this.control = control;
    }

    /// Evicts a pod because of its node's taints; its grace period applies.
    void evict(JsonObject pod, long nowNanos) {
        JsonArray conditions =
                withTarget(pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint", nowNanos);
        if (!conditions.equals(pod.array("status", "conditions"))) {
            control.writeStatus(pod, JsonObject.of("conditions", conditions));
        }
        control.delete(pod, OptionalLong.empty());
    }

    /// Deletes a pod of a node that no longer exists.
    void collect(JsonObject pod, long nowNanos) {
        fail(pod, withTarget(pod, "DeletionByPodGC", "PodGC: node no longer exists", nowNanos));
        control.delete(pod, OptionalLong.of(0));
    }

    /// Deletes a pod at once: its node will not end it, or it is not needed any more.
    void remove(JsonObject pod) {
        fail(pod, pod.array("status", "conditions"));
        control.delete(pod, OptionalLong.of(0));
    }

    private void fail(JsonObject pod, JsonArray conditions) {
        if (!new Pod(pod).isTerminal()) {
            JsonObject.Builder status = JsonObject.builder().put("phase", Pod.FAILED);
            long generation = pod.number(0, "metadata", "generation");
            if (generation != 0) {
                status.put("observedGeneration", generation);
            }
            control.writeStatus(pod, status.put("conditions", conditions).build());
        }
    }

    private static JsonArray withTarget(JsonObject pod, String reason, String message, long nowNanos) {
        JsonArray conditions = pod.array("status", "conditions");
        JsonObject known = Conditions.find(conditions, "DisruptionTarget");
        boolean isTrue = known != null && known.text("status").equals(Conditions.TRUE);
        if (known != null
                && isTrue
                && known.text("reason").equals(reason)
                && known.text("message").equals(message)) {
            return conditions;
        }
        JsonObject.Builder condition = JsonObject.builder().put("type", "DisruptionTarget");
        long generation = pod.number(0, "metadata", "generation");
        if (generation != 0) {
            condition.put("observedGeneration", generation);
        }
        condition
                .put("status", Conditions.TRUE)
                .put("lastProbeTime", JsonNull.NULL)
                .put(
                        "lastTransitionTime",
                        isTrue && known != null ? Json.of(known.text("lastTransitionTime")) : Times.of(nowNanos))
                .put("reason", reason)
                .put("message", message);
        return Conditions.with(conditions, condition.build());
    }
}

package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.object.Conditions;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.cluster.object.Times;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;

/// Ends pods through no fault of theirs, and says so first.
record Disruption(Kube kube) {
    private static final int NOT_FOUND = 404;

    /// Has a pod deleted because of its node's taints; it gets its time to end.
    void evict(JsonObject pod, long nowNanos) {
        JsonArray conditions =
                withTarget(pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint", nowNanos);
        write(pod, JsonObject.of("conditions", conditions));
        delete(pod, DeleteOptions.PLAIN);
    }

    /// Removes a pod that nobody will ever end.
    void collect(JsonObject pod, String why, long nowNanos) {
        if (!Pods.isOver(pod)) {
            write(
                    pod,
                    JsonObject.builder()
                            .put("phase", Pods.FAILED)
                            .put("conditions", withTarget(pod, "DeletionByPodGC", why, nowNanos))
                            .build());
        }
        delete(pod, DeleteOptions.within(0));
    }

    void delete(JsonObject pod, DeleteOptions options) {
        try {
            kube.delete(
                    KubeTypes.PODS,
                    KubeObjects.key(pod),
                    new DeleteOptions(options.graceSeconds(), "", KubeObjects.uid(pod), "", false));
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    void write(JsonObject pod, JsonObject status) {
        try {
            kube.patch(
                    KubeTypes.PODS,
                    KubeObjects.key(pod),
                    "status",
                    Patch.merge(JsonObject.builder()
                            .put("metadata", JsonObject.of("uid", Json.of(KubeObjects.uid(pod))))
                            .put("status", status)
                            .build()),
                    WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private static JsonArray withTarget(JsonObject pod, String reason, String message, long nowNanos) {
        JsonObject condition = JsonObject.builder()
                .put("type", "DisruptionTarget")
                .put("status", Conditions.TRUE)
                .put("lastTransitionTime", Times.of(nowNanos))
                .put("reason", reason)
                .put("message", message)
                .build();
        return Conditions.with(pod.array("status", "conditions"), condition);
    }
}

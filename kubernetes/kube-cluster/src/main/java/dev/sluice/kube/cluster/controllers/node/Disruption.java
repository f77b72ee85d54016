package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.cluster.object.Times;
import dev.sluice.kube.cluster.work.PodHands;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;

/// Ends pods through no fault of theirs, and says so first.
final class Disruption {
    private final PodHands hands;

    Disruption(PodHands hands) {
        this.hands = hands;
    }

    /// Has a pod deleted because of its node's taints; it gets its time to end.
    void evict(JsonObject pod, long nowNanos) {
        JsonArray conditions =
                withTarget(pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint", nowNanos);
        hands.writeStatus(pod, JsonObject.of("conditions", conditions));
        hands.delete(pod, OptionalLong.empty());
    }

    /// Removes a pod that nobody will ever end.
    void collect(JsonObject pod, String why, long nowNanos) {
        if (!Pods.isOver(pod)) {
            hands.writeStatus(
                    pod,
                    JsonObject.builder()
                            .put("phase", Pods.FAILED)
                            .put("conditions", withTarget(pod, "DeletionByPodGC", why, nowNanos))
                            .build());
        }
        hands.delete(pod, OptionalLong.of(0));
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

package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which pods of a ReplicaSet go first when there are too many: who is not placed, not running, not ready; who
/// is said to cost least; who shares a node with most of its kind; the youngest.
final class Victims {
    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";

    private Victims() {}

    /// @param related all that does the same work, on whatever node
    static List<JsonObject> ranked(List<JsonObject> active, List<JsonObject> related) {
        Map<String, Integer> perNode = new HashMap<>();
        for (JsonObject pod : related) {
            if (Pods.isActive(pod)) {
                perNode.merge(pod.text("spec", "nodeName"), 1, Integer::sum);
            }
        }
        List<JsonObject> ranked = new ArrayList<>(active);
        ranked.sort(Comparator.<JsonObject>comparingInt(
                        pod -> pod.text("spec", "nodeName").isEmpty() ? 0 : 1)
                .thenComparingInt(Victims::phase)
                .thenComparingInt(pod -> Pods.isReady(pod) ? 1 : 0)
                .thenComparingLong(Victims::cost)
                .thenComparingInt(pod -> -perNode.getOrDefault(pod.text("spec", "nodeName"), 0))
                .thenComparing(Victims::readySince, Comparator.reverseOrder())
                .thenComparingLong(pod -> -restarts(pod))
                .thenComparing(pod -> pod.text("metadata", "creationTimestamp"), Comparator.reverseOrder())
                .thenComparing(KubeObjects::name));
        return ranked;
    }

    private static int phase(JsonObject pod) {
        return switch (Pods.phase(pod)) {
            case "Pending" -> 0;
            case "Unknown" -> 1;
            default -> 2;
        };
    }

    /// What is no number costs nothing.
    private static long cost(JsonObject pod) {
        try {
            return Integer.parseInt(pod.text("metadata", "annotations", COST));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String readySince(JsonObject pod) {
        JsonObject ready = Conditions.find(pod.array("status", "conditions"), "Ready");
        return ready == null || !Pods.isReady(pod) ? "" : ready.text("lastTransitionTime");
    }

    private static long restarts(JsonObject pod) {
        long most = 0;
        for (Json each : pod.array("status", "containerStatuses")) {
            if (each instanceof JsonObject container) {
                most = Math.max(most, container.number(0, "restartCount"));
            }
        }
        return most;
    }
}

package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.work.DeletionRanking;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Orders a ReplicaSet's pods for deletion: unscheduled, not running and not ready ones first; then by deletion cost,
/// by the number of related pods on the same node, and the youngest first.
final class ScaleDownOrder {
    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";

    private ScaleDownOrder() {}

    /// @param related the pods of the same Deployment, on all nodes
    static List<JsonObject> ranked(List<JsonObject> active, List<JsonObject> related) {
        Map<String, Integer> perNode = new HashMap<>();
        for (JsonObject pod : related) {
            if (new Pod(pod).isActive()) {
                perNode.merge(new Pod(pod).nodeName(), 1, Integer::sum);
            }
        }
        List<JsonObject> ranked = new ArrayList<>(active);
        ranked.sort(DeletionRanking.FIRST
                .thenComparingLong(ScaleDownOrder::cost)
                .thenComparingInt(pod -> -perNode.getOrDefault(new Pod(pod).nodeName(), 0))
                .thenComparing(ScaleDownOrder::readySince, Comparator.reverseOrder())
                .thenComparingLong(pod -> -restarts(pod))
                .thenComparing(pod -> pod.text("metadata", "creationTimestamp"), Comparator.reverseOrder())
                .thenComparing(KubeObjects::name));
        return ranked;
    }

    /// Returns the pod's deletion cost; 0 if it is not a number.
    private static long cost(JsonObject pod) {
        try {
            return Integer.parseInt(pod.text("metadata", "annotations", COST));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String readySince(JsonObject pod) {
        JsonObject ready = Conditions.find(pod.array("status", "conditions"), "Ready");
        return ready == null || !new Pod(pod).isReady() ? "" : ready.text("lastTransitionTime");
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

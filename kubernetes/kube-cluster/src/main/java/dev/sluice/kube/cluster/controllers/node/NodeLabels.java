package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.Map;

/// Keeps the beta labels of a node equal to their successors.
final class NodeLabels {
    private static final Map<String, String> FORMER = Map.of(
            "kubernetes.io/os", "beta.kubernetes.io/os",
            "kubernetes.io/arch", "beta.kubernetes.io/arch");

    private NodeLabels() {}

    /// Returns the node with its beta labels in agreement.
    static JsonObject withBetaLabels(JsonObject node) {
        JsonObject labels = node.object("metadata", "labels");
        JsonObject changed = labels;
        for (Map.Entry<String, String> former : FORMER.entrySet()) {
            if (labels.has(former.getKey())) {
                changed = changed.with(former.getValue(), Json.of(labels.text(former.getKey())));
            }
        }
        return changed.equals(labels) ? node : node.withAt(changed, "metadata", "labels");
    }
}

package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import java.util.List;

/// Reads and writes a node's conditions.
final class NodeHealth {
    private static final List<String> SILENT = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    private NodeHealth() {}

    /// Returns the conditions of a node with missing heartbeats: all Unknown.
    static JsonArray unknown(JsonObject node, long nowNanos) {
        JsonArray conditions = node.array("status", "conditions");
        for (String type : SILENT) {
            JsonObject known = Conditions.find(conditions, type);
            if (known == null) {
                JsonObject never = JsonObject.builder()
                        .put("type", type)
                        .put("status", Conditions.UNKNOWN)
                        .put("lastHeartbeatTime", Json.of(node.text("metadata", "creationTimestamp")))
                        .put("lastTransitionTime", Times.of(nowNanos))
                        .put("reason", "NodeStatusNeverUpdated")
                        .put("message", "Kubelet never posted node status.")
                        .build();
                conditions = conditions.plus(never);
            } else if (!known.text("status").equals(Conditions.UNKNOWN)) {
                JsonObject silent = known.with("status", Conditions.UNKNOWN)
                        .with("reason", "NodeStatusUnknown")
                        .with("message", "Kubelet stopped posting node status.")
                        .with("lastTransitionTime", Times.of(nowNanos));
                conditions = Conditions.with(conditions, silent);
            }
        }
        return conditions;
    }
}

package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.cluster.object.Times;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The taints that follow from what a node says of itself, or no longer says.
final class NodeTaints {
    private static final String PREFIX = "node.kubernetes.io/";
    private static final String NOT_READY = PREFIX + "not-ready";
    private static final String UNREACHABLE = PREFIX + "unreachable";
    private static final String UNSCHEDULABLE = PREFIX + "unschedulable";
    static final String NO_EXECUTE = "NoExecute";
    private static final String NO_SCHEDULE = "NoSchedule";

    private static final Map<String, String> PRESSURES = Map.of(
            "MemoryPressure", PREFIX + "memory-pressure",
            "DiskPressure", PREFIX + "disk-pressure",
            "PIDPressure", PREFIX + "pid-pressure",
            "NetworkUnavailable", PREFIX + "network-unavailable");

    private static final Set<String> OURS = Set.of(
            NOT_READY,
            UNREACHABLE,
            UNSCHEDULABLE,
            PREFIX + "memory-pressure",
            PREFIX + "disk-pressure",
            PREFIX + "pid-pressure",
            PREFIX + "network-unavailable");

    private NodeTaints() {}

    /// What the node's taints should be; those of others stay, and ours keep the time at which they came.
    static JsonArray of(JsonObject node, long nowNanos) {
        List<JsonObject> wanted = wanted(node);
        List<Json> taints = new ArrayList<>();
        for (Json each : node.array("spec", "taints")) {
            if (each instanceof JsonObject taint && (!OURS.contains(taint.text("key")) || has(wanted, taint))) {
                taints.add(taint);
            }
        }
        for (JsonObject taint : wanted) {
            if (!has(objects(node.array("spec", "taints")), taint)) {
                taints.add(taint.with("timeAdded", Times.of(nowNanos)));
            }
        }
        return JsonArray.of(taints);
    }

    private static List<JsonObject> wanted(JsonObject node) {
        List<JsonObject> wanted = new ArrayList<>();
        JsonArray conditions = node.array("status", "conditions");
        JsonObject ready = Conditions.find(conditions, "Ready");
        String status = ready == null ? "" : ready.text("status");
        if (!status.isEmpty() && !status.equals(Conditions.TRUE)) {
            String key = status.equals(Conditions.UNKNOWN) ? UNREACHABLE : NOT_READY;
            wanted.add(taint(key, NO_SCHEDULE));
            wanted.add(taint(key, NO_EXECUTE));
        }
        PRESSURES.forEach((condition, key) -> {
            if (Conditions.isTrue(node, condition)) {
                wanted.add(taint(key, NO_SCHEDULE));
            }
        });
        if (node.isTrue("spec", "unschedulable")) {
            wanted.add(taint(UNSCHEDULABLE, NO_SCHEDULE));
        }
        return wanted;
    }

    private static List<JsonObject> objects(JsonArray taints) {
        List<JsonObject> objects = new ArrayList<>();
        for (int i = 0; i < taints.size(); i++) {
            objects.add(taints.object(i));
        }
        return objects;
    }

    private static boolean has(List<JsonObject> taints, JsonObject taint) {
        return taints.stream()
                .anyMatch(each -> each.text("key").equals(taint.text("key"))
                        && each.text("effect").equals(taint.text("effect")));
    }

    private static JsonObject taint(String key, String effect) {
        return JsonObject.builder().put("key", key).put("effect", effect).build();
    }
}

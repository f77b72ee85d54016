package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The taints that follow from a node's conditions.
final class NodeTaints {
    private static final String PREFIX = "node.kubernetes.io/";
    private static final String NOT_READY = PREFIX + "not-ready";
    private static final String UNREACHABLE = PREFIX + "unreachable";
    private static final String UNSCHEDULABLE = PREFIX + "unschedulable";
    static final String OUT_OF_SERVICE = PREFIX + "out-of-service";
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

    /// Returns the node's taints with the NoSchedule taints updated, in the order of its conditions.
    static JsonArray withNoSchedule(JsonObject node, long nowNanos) {
        List<JsonObject> wanted = wanted(node);
        List<Json> taints = new ArrayList<>();
        for (JsonObject taint : objects(node)) {
            boolean isOurs = taint.text("effect").equals(NO_SCHEDULE) && OURS.contains(taint.text("key"));
            if (!isOurs || has(wanted, taint)) {
                taints.add(taint);
            }
        }
        for (JsonObject taint : wanted) {
            if (!has(objects(node), taint)) {
                taints.add(taint.with("timeAdded", Times.of(nowNanos)));
            }
        }
        return JsonArray.of(taints);
    }

    private static List<JsonObject> wanted(JsonObject node) {
        List<JsonObject> wanted = new ArrayList<>();
        for (Json each : node.array("status", "conditions")) {
            if (each instanceof JsonObject condition) {
                String type = condition.text("type");
                String status = condition.text("status");
                if (type.equals("Ready") && !key(status).isEmpty()) {
                    wanted.add(taint(key(status), NO_SCHEDULE));
                } else if (PRESSURES.containsKey(type) && status.equals(Conditions.TRUE)) {
                    wanted.add(taint(PRESSURES.getOrDefault(type, ""), NO_SCHEDULE));
                }
            }
        }
        if (new Node(node).isCordoned()) {
            wanted.add(taint(UNSCHEDULABLE, NO_SCHEDULE));
        }
        return wanted;
    }

    /// Returns the taint key for a Ready condition of False or Unknown; empty if it is True.
    private static String key(String ready) {
        return switch (ready) {
            case Conditions.FALSE -> NOT_READY;
            case Conditions.UNKNOWN -> UNREACHABLE;
            default -> "";
        };
    }

    /// Returns the node's taints with the NoExecute taint for its readiness: `not-ready`, `unreachable` or none.
    ///
    /// @param ready the status of its Ready condition
    static JsonArray withNoExecute(JsonObject node, String ready, long nowNanos) {
        String key = key(ready);
        List<Json> taints = new ArrayList<>();
        boolean isThere = false;
        for (JsonObject taint : objects(node)) {
            String each = taint.text("key");
            boolean isOfTwo =
                    taint.text("effect").equals(NO_EXECUTE) && (each.equals(NOT_READY) || each.equals(UNREACHABLE));
            if (!isOfTwo || each.equals(key)) {
                taints.add(taint);
                isThere |= isOfTwo;
            }
        }
        if (!key.isEmpty() && !isThere) {
            taints.add(taint(key, NO_EXECUTE).with("timeAdded", Times.of(nowNanos)));
        }
        return JsonArray.of(taints);
    }

    /// True if it has one of the two NoExecute taints of this controller.
    static boolean hasNoExecuteTaint(JsonObject node) {
        return objects(node).stream()
                .anyMatch(taint -> taint.text("effect").equals(NO_EXECUTE)
                        && (taint.text("key").equals(NOT_READY)
                                || taint.text("key").equals(UNREACHABLE)));
    }

    static boolean isOutOfService(JsonObject node) {
        return objects(node).stream().anyMatch(taint -> taint.text("key").equals(OUT_OF_SERVICE));
    }

    /// Returns all NoExecute taints, including those that others have set.
    static List<JsonObject> noExecute(JsonObject node) {
        return objects(node).stream()
                .filter(taint -> taint.text("effect").equals(NO_EXECUTE))
                .toList();
    }

    private static List<JsonObject> objects(JsonObject node) {
        JsonArray taints = new Node(node).taints();
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

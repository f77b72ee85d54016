package dev.sluice.kube.cluster.contract;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// Shows objects of a type without the fields that differ from run to run.
final class Picture {
    private static final Set<String> TIMES = Set.of(
            "lastTransitionTime",
            "lastUpdateTime",
            "lastProbeTime",
            "startTime",
            "completionTime",
            "creationTimestamp",
            "deletionTimestamp",
            "lastHeartbeatTime",
            "timeAdded");
    private static final Set<String> LEFT_OUT = Set.of("uid", "resourceVersion", "managedFields", "selfLink");
    private static final String RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";

    private Picture() {}

    static String of(String type, List<JsonObject> objects, String namespace) {
        List<String> shown = new ArrayList<>();
        for (JsonObject object : objects) {
            String text = sorted(shown(type, object)).toString();
            String hash = object.text("metadata", "labels", "pod-template-hash");
            if (!hash.isEmpty()) {
                text = text.replace(hash, "HASH");
            }
            shown.add(text.replaceAll("-" + RANDOM + "{6,10}\\b", "-HASH")
                    .replaceAll("-" + RANDOM + "{5}\"", "-?????\"")
                    .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "(uid)")
                    .replaceAll("NS/[a-z0-9-]+", "NS/(pod)")
                    .replace(namespace, "NS")
                    .replaceAll("pod NS/j-[a-z0-9?]+|Pod NS/j-[a-z0-9?]+", "pod NS/j-?"));
        }
        shown.sort(null);
        return type + ":\n    " + String.join("\n    ", shown);
    }

    /// Returns an object's phase or progress.
    static String state(String type, JsonObject object) {
        if (!type.equals("pods")) {
            return sorted(shown(type, object)).toString();
        }
        JsonObject state = JsonObject.builder()
                .put("is", object.object("metadata").has("deletionTimestamp") ? "leaving" : "here")
                .put("grace", object.number(-1, "metadata", "deletionGracePeriodSeconds"))
                .put("phase", object.text("status", "phase"))
                .put("observed", object.number(-1, "status", "observedGeneration"))
                .put("conditions", object.array("status", "conditions"))
                .build();
        return sorted(state).toString();
    }

    /// Keeps the fields that controllers write; defaults are the server's.
    private static JsonObject shown(String type, JsonObject object) {
        if (type.equals("nodes")) {
            return JsonObject.builder()
                    .put("name", object.text("metadata", "name"))
                    .put("labels", object.object("metadata", "labels"))
                    .put("taints", inAnyOrder(object.array("spec", "taints")))
                    .put("conditions", object.array("status", "conditions"))
                    .build();
        }
        if (type.endsWith("events")) {
            return event(object);
        }
        JsonObject shown = JsonObject.of("metadata", object.object("metadata"));
        if (type.equals("pods")) {
            JsonArray containers = object.array("spec", "containers")
                    .map(container -> container instanceof JsonObject one
                            ? JsonObject.builder()
                                    .put("name", one.text("name"))
                                    .put("env", one.array("env"))
                                    .build()
                            : container);
            return shown.with("hostname", object.text("spec", "hostname"))
                    .with("containers", containers)
                    .with("phase", object.text("status", "phase"));
        }
        if (type.equals("replicasets")) {
            shown = shown.with("replicas", Json.of(object.number(-1, "spec", "replicas")))
                    .with("selector", object.object("spec", "selector"));
        }
        return shown.with("status", object.object("status"));
    }

    /// Drops the count of repeated failures, which depends on timing.
    private static JsonObject event(JsonObject event) {
        boolean isFailure = event.text("reason").startsWith("FailedCreate");
        return JsonObject.builder()
                .put("object", event.object("involvedObject").without("resourceVersion"))
                .put("hasUid", event.object("involvedObject").has("uid"))
                .put("reason", event.text("reason"))
                .put("message", event.text("message"))
                .put("type", event.text("type"))
                .put("count", isFailure ? -1 : event.number(0, "count"))
                .put("source", event.object("source"))
                .put("reporter", event.text("reportingComponent"))
                .put("instance", event.text("reportingInstance"))
                .put(
                        "isNamedAfter",
                        event.text("metadata", "name").startsWith(event.text("involvedObject", "name") + "."))
                .build();
    }

    /// Sorts taints: those of different effects come from concurrent loops.
    private static JsonArray inAnyOrder(JsonArray array) {
        List<Json> values = new ArrayList<>(array.toList());
        values.sort(Comparator.comparing(value -> sorted(value).toString()));
        return JsonArray.of(values);
    }

    private static Json sorted(Json value) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    String name = object.name(i);
                    if (TIMES.contains(name)) {
                        fields.put(name, Json.of("(time)"));
                    } else if (!LEFT_OUT.contains(name)) {
                        fields.put(name, sorted(object.value(i)));
                    }
                }
                yield JsonObject.of(fields);
            }
            case JsonArray array -> array.map(Picture::sorted);
            default -> value;
        };
    }
}

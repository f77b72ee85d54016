package dev.sluice.kube.cluster.object;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.Map;

/// Whether a pod may be on a node by what it says of nodes: its node selector and required node affinity.
public final class NodeSelection {
    private NodeSelection() {}

    public static boolean matches(JsonObject pod, JsonObject node) {
        JsonObject labels = node.object("metadata", "labels");
        for (Map.Entry<String, String> wanted :
                pod.object("spec", "nodeSelector").texts().entrySet()) {
            if (!labels.text(wanted.getKey()).equals(wanted.getValue()) || !labels.has(wanted.getKey())) {
                return false;
            }
        }
        JsonObject required =
                pod.object("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
        if (!required.has("nodeSelectorTerms")) {
            return true;
        }
        for (Json term : required.array("nodeSelectorTerms")) {
            if (term instanceof JsonObject object && matchesTerm(object, node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matchesTerm(JsonObject term, JsonObject node) {
        JsonArray expressions = term.array("matchExpressions");
        JsonArray fields = term.array("matchFields");
        if (expressions.isEmpty() && fields.isEmpty()) {
            return false;
        }
        JsonObject names = JsonObject.of("metadata.name", Json.of(KubeObjects.name(node)));
        return all(expressions, node.object("metadata", "labels")) && all(fields, names);
    }

    private static boolean all(JsonArray requirements, JsonObject values) {
        for (Json requirement : requirements) {
            if (requirement instanceof JsonObject object && !isMet(object, values)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMet(JsonObject requirement, JsonObject values) {
        String key = requirement.text("key");
        boolean isThere = values.has(key);
        String value = values.text(key);
        boolean isListed = isThere && requirement.array("values").toList().contains(Json.of(value));
        return switch (requirement.text("operator")) {
            case "In" -> isListed;
            case "NotIn" -> !isListed;
            case "Exists" -> isThere;
            case "DoesNotExist" -> !isThere;
            case "Gt" -> isThere && compare(value, requirement) > 0;
            case "Lt" -> isThere && compare(value, requirement) < 0;
            default -> false;
        };
    }

    /// Zero, which is neither more nor less, if one of them is no number.
    private static int compare(String value, JsonObject requirement) {
        try {
            JsonArray values = requirement.array("values");
            String bound = values.isEmpty() ? "" : values.get(0).toString().replace("\"", "");
            return Long.compare(Long.parseLong(value), Long.parseLong(bound));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

package dev.sluice.kube.object;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// Matches nodes against node selector terms: one term must match, and a term matches if all its requirements do.
final class NodeSelectorTerms {
    private NodeSelectorTerms() {}

    static boolean matchAny(JsonArray terms, Node node) {
        for (Json term : terms) {
            if (term instanceof JsonObject object && matches(object, node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(JsonObject term, Node node) {
        JsonArray expressions = term.array("matchExpressions");
        JsonArray fields = term.array("matchFields");
        if (expressions.isEmpty() && fields.isEmpty()) {
            return false;
        }
        JsonObject names = JsonObject.of("metadata.name", Json.of(node.name()));
        return all(expressions, node.labels()) && all(fields, names);
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

    /// Compares for `Gt` and `Lt`; returns 0, for which neither holds, if one of the values is not a number.
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

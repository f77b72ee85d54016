package dev.sluice.kube.object;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// What is asked of nodes: one of several terms, of which each asks for all that it has.
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

package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.ArrayList;
import java.util.List;

/// A label selector as objects have it.
///
/// @param json `matchLabels` and `matchExpressions`; empty for everything
record Selector(JsonObject json) {

    boolean matches(JsonObject labels) {
        JsonObject exact = json.object("matchLabels");
        for (int i = 0; i < exact.size(); i++) {
            if (!exact.value(i).equals(labels.get(exact.name(i)))) {
                return false;
            }
        }
        JsonArray expressions = json.array("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            if (!matches(expressions.object(i), labels)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(JsonObject expression, JsonObject labels) {
        Json value = labels.get(expression.text("key"));
        List<Json> values = expression.array("values").toList();
        return switch (expression.text("operator")) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }

    static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (Json value : array) {
            if (value instanceof JsonString text) {
                texts.add(text.text());
            }
        }
        return texts;
    }
}

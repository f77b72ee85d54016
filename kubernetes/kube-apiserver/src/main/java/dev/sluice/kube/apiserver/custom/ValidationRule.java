package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// One entry of `x-kubernetes-validations`.
record ValidationRule(JsonObject json) {
    static final String FIELD = "x-kubernetes-validations";

    static List<ValidationRule> of(JsonObject schema) {
        JsonArray all = schema.array(FIELD);
        List<ValidationRule> rules = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            rules.add(new ValidationRule(all.object(i)));
        }
        return rules;
    }

    /// Whether a schema has one anywhere.
    static boolean isIn(Json value) {
        if (value instanceof JsonArray array) {
            return array.toList().stream().anyMatch(ValidationRule::isIn);
        }
        if (value instanceof JsonObject object) {
            for (int i = 0; i < object.size(); i++) {
                boolean isIt =
                        object.name(i).equals(FIELD) && !object.array(FIELD).isEmpty();
                if (isIt || isIn(object.value(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    String text() {
        return json.text("rule");
    }

    String message() {
        return json.text("message");
    }

    String messageExpression() {
        return json.text("messageExpression");
    }

    String reason() {
        return json.text("reason");
    }

    String fieldPath() {
        return json.text("fieldPath");
    }

    boolean takesNoOld() {
        return json.isTrue("optionalOldSelf");
    }

    /// How it is called in errors.
    String called() {
        return (message().isEmpty() ? text() : message()).strip();
    }

    /// As Go writes its struct.
    String shown() {
        JsonObject struct = JsonObject.builder()
                .put("Rule", text())
                .put("Message", message())
                .put("MessageExpression", messageExpression())
                .put("Reason", json.has("reason") ? Json.of(reason()) : JsonNull.NULL)
                .put("FieldPath", fieldPath())
                .put("OptionalOldSelf", json.has("optionalOldSelf") ? Json.of(takesNoOld()) : JsonNull.NULL)
                .build();
        return struct.toString().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}

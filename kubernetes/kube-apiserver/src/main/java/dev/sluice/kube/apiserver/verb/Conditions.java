package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// What an object's status says by type.
final class Conditions {
    private Conditions() {}

    /// With the condition in the place of the one of its type, if there is one.
    static JsonObject with(JsonObject object, JsonObject condition) {
        JsonArray conditions = object.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(condition.text("type"))) {
                return object.withAt(conditions.with(i, condition), "status", "conditions");
            }
        }
        return object.withAt(conditions.plus(condition), "status", "conditions");
    }

    /// The empty one if there is none.
    static JsonObject find(JsonObject object, String type) {
        JsonArray conditions = object.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(type)) {
                return conditions.object(i);
            }
        }
        return JsonObject.EMPTY;
    }

    static boolean is(JsonObject object, String type, String status) {
        return find(object, type).text("status").equals(status);
    }
}

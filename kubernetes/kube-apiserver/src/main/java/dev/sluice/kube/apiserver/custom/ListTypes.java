package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates that lists of type set or map have no duplicates.
final class ListTypes {
    private ListTypes() {}

    static void check(SchemaNode node, JsonArray list, String path, List<Cause> errors) {
        boolean isSet = node.listType().equals("set");
        if (!isSet && !node.listType().equals("map")) {
            return;
        }
        Set<Json> seen = new HashSet<>();
        Set<Json> told = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            if (!isSet && !(list.get(i) instanceof JsonObject)) {
                errors.add(new Cause(
                        "FieldValueInvalid",
                        "Invalid value: %s: must be an object for an array of list-type map".formatted(list.get(i)),
                        path + "[" + i + "]"));
                continue;
            }
            Json key = isSet ? list.get(i) : keys(node, list.object(i));
            if (!seen.add(key) && told.add(key)) {
                errors.add(new Cause("FieldValueDuplicate", "Duplicate value: " + key, path + "[" + i + "]"));
            }
        }
    }

    private static JsonObject keys(SchemaNode node, JsonObject item) {
        JsonObject.Builder keys = JsonObject.builder();
        for (String key : node.listKeys()) {
            Json value = item.get(key);
            if (value != null) {
                keys.put(key, value);
            }
        }
        return keys.build();
    }
}

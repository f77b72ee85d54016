package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The operations of a JSON patch, as far as an object lacks what they bring.
final class PatchDraft {
    private final List<Json> operations = new ArrayList<>();
    private JsonObject object;

    PatchDraft(JsonObject object) {
        this.object = object;
    }

    /// Sets a field; objects on the way that are missing are added.
    void set(Json value, String... path) {
        if (value.equals(object.at(path))) {
            return;
        }
        int known = 0;
        JsonObject parent = object;
        while (known < path.length - 1 && parent.get(path[known]) instanceof JsonObject next) {
            parent = next;
            known++;
        }
        Json added = value;
        for (int i = path.length - 1; i > known; i--) {
            added = JsonObject.of(path[i], added);
        }
        operations.add(operation("add", pointer(path, known + 1)).with("value", added));
        object = object.withAt(value, path);
    }

    /// Appends to a list, which is never replaced.
    void append(JsonObject value, String... path) {
        JsonArray list = object.array(path);
        if (list.isEmpty()) {
            set(JsonArray.of(value), path);
            return;
        }
        operations.add(operation("add", pointer(path, path.length) + "/-").with("value", value));
        object = object.withAt(list.plus(value), path);
    }

    void remove(String... path) {
        if (object.at(path) != null) {
            operations.add(operation("remove", pointer(path, path.length)));
            object = object.withoutAt(path);
        }
    }

    private static JsonObject operation(String name, String path) {
        return JsonObject.EMPTY.with("op", name).with("path", path);
    }

    private static String pointer(String[] path, int length) {
        StringBuilder pointer = new StringBuilder();
        for (int i = 0; i < length; i++) {
            pointer.append('/').append(path[i].replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }

    JsonArray operations() {
        return JsonArray.of(operations);
    }
}

package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sets fields and elements, and keeps the same instance where nothing changes.
final class Fields {
    private Fields() {}

    /// Sets a field; returns the same object if the value is equal.
    static JsonObject set(JsonObject object, String name, Json value) {
        return value.equals(object.get(name)) ? object : object.with(name, value);
    }

    /// Changes each value, and removes those for which the function returns null.
    static JsonObject filter(JsonObject object, Function<Json, @Nullable Json> change) {
        JsonObject kept = object;
        for (int i = 0; i < object.size(); i++) {
            Json value = change.apply(object.value(i));
            kept = value == null ? kept.without(object.name(i)) : kept.with(object.name(i), value);
        }
        return kept;
    }

    /// Returns the values as an array; the old array if it is equal.
    static JsonArray list(List<Json> values, JsonArray old) {
        JsonArray list = JsonArray.of(values);
        return list.equals(old) ? old : list;
    }
}

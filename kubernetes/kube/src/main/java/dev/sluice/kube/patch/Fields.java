package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Changes of objects and lists that leave be what is equal.
final class Fields {
    private Fields() {}

    /// With the field set; the same object if it has an equal value.
    static JsonObject set(JsonObject object, String name, Json value) {
        return value.equals(object.get(name)) ? object : object.with(name, value);
    }

    /// With each value changed, and without those of which nothing is left.
    static JsonObject filter(JsonObject object, Function<Json, @Nullable Json> change) {
        JsonObject kept = object;
        for (int i = 0; i < object.size(); i++) {
            Json value = change.apply(object.value(i));
            kept = value == null ? kept.without(object.name(i)) : kept.with(object.name(i), value);
        }
        return kept;
    }

    /// The values as a list; the old one if it has equal values.
    static JsonArray list(List<Json> values, JsonArray old) {
        JsonArray list = JsonArray.of(values);
        return list.equals(old) ? old : list;
    }
}

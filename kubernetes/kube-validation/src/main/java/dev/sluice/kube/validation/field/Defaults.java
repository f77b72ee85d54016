package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.function.UnaryOperator;

/// Sets default values.
public final class Defaults {
    private Defaults() {}

    public static JsonObject text(JsonObject object, String field, String otherwise) {
        return object.text(field).isEmpty() ? object.with(field, otherwise) : object;
    }

    public static JsonObject number(JsonObject object, String field, long otherwise) {
        return object.has(field) ? object : object.with(field, Json.of(otherwise));
    }

    public static JsonObject flag(JsonObject object, String field, boolean otherwise) {
        return object.has(field) ? object : object.with(field, Json.of(otherwise));
    }

    public static JsonObject empty(JsonObject object, String field) {
        return object.has(field) ? object : object.with(field, JsonObject.EMPTY);
    }

    /// Changes each object in a list, if there is one.
    public static JsonObject each(JsonObject object, String field, UnaryOperator<JsonObject> change) {
        return object.get(field) instanceof JsonArray list
                ? object.with(field, list.map(item -> item instanceof JsonObject it ? change.apply(it) : item))
                : object;
    }

    /// Changes an object inside, if there is one.
    public static JsonObject inside(JsonObject object, String field, UnaryOperator<JsonObject> change) {
        return object.get(field) instanceof JsonObject inner ? object.with(field, change.apply(inner)) : object;
    }
}

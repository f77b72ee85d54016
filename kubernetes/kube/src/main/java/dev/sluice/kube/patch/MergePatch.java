package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;

/// JSON merge patch (RFC 7386): an object in which null removes a field.
///
/// Like kube-apiserver, and unlike the RFC, it also removes nulls from objects inside a list, unless the list replaces
/// an object.
public final class MergePatch {
    private static final String AN_OBJECT = "value of type map[string]interface {}";

    private MergePatch() {}

    /// Applies a patch.
    ///
    /// @throws dev.sluice.kube.port.ApiException 400 if the patch is not an object
    public static JsonObject apply(JsonObject document, Json patch) {
        return switch (patch) {
            case JsonObject object -> merge(document, object);
            case JsonNull _ -> throw ApiStatus.badRequest("Invalid JSON Patch");
            default -> throw PatchErrors.cannotUnmarshal("error decoding patch: ", patch, AN_OBJECT);
        };
    }

    private static JsonObject merge(JsonObject document, JsonObject patch) {
        JsonObject merged = document;
        for (int i = 0; i < patch.size(); i++) {
            String name = patch.name(i);
            Json value = patch.value(i);
            if (value == JsonNull.NULL) {
                merged = merged.without(name);
                continue;
            }
            Json current = merged.get(name);
            if (current instanceof JsonObject inner) {
                merged = Fields.set(merged, name, value instanceof JsonObject changes ? merge(inner, changes) : value);
            } else {
                merged = Fields.set(merged, name, withoutNulls(value));
            }
        }
        return merged;
    }

    private static Json withoutNulls(Json value) {
        return switch (value) {
            case JsonObject object -> Fields.filter(object, v -> v == JsonNull.NULL ? null : withoutNulls(v));
            case JsonArray array -> array.map(MergePatch::withoutNulls);
            default -> value;
        };
    }
}

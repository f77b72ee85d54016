package dev.sluice.kube.apiserver.openapi;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// The differences between OpenAPI v2 and v3.
enum OpenApiVersion {
    V2("#/definitions/") {
        @Override
        JsonObject reference(String name) {
            return link(name);
        }

        @Override
        JsonObject either(String format, String... types) {
            JsonObject text = JsonObject.of("type", Json.of("string"));
            return format.isEmpty() ? text : text.with("format", format);
        }
    },

    V3("#/components/schemas/") {
        // OpenAPI v3 allows nothing beside a reference, so it is wrapped.
        @Override
        JsonObject reference(String name) {
            return JsonObject.of("allOf", JsonArray.of(link(name)));
        }

        @Override
        JsonObject either(String format, String... types) {
            JsonArray choices = JsonArray.EMPTY;
            for (String type : types) {
                choices = choices.plus(JsonObject.of("type", Json.of(type)));
            }
            JsonObject schema = JsonObject.of("oneOf", choices);
            return format.isEmpty() ? schema : schema.with("format", format);
        }
    };

    private final String prefix;

    OpenApiVersion(String prefix) {
        this.prefix = prefix;
    }

    /// Returns a plain reference, as for list elements.
    JsonObject link(String name) {
        return JsonObject.of("$ref", Json.of(prefix + name));
    }

    /// Returns the reference of a field.
    abstract JsonObject reference(String name);

    /// Returns a type union; v2 has a single type.
    abstract JsonObject either(String format, String... types);
}

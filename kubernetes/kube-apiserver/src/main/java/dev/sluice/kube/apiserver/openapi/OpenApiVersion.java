package dev.sluice.kube.apiserver.openapi;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// In what the two versions of OpenAPI differ.
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
        // Nothing may stand beside a reference here, so it is wrapped.
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

    /// A plain reference, as elements of lists have it.
    JsonObject link(String name) {
        return JsonObject.of("$ref", Json.of(prefix + name));
    }

    /// What a field refers to.
    abstract JsonObject reference(String name);

    /// A value of one of several types; the older version knows a single one.
    abstract JsonObject either(String format, String... types);
}

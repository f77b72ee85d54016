package dev.sluice.kube.schema.protobuf;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ListOf;
import dev.sluice.kube.schema.MapOf;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Scalar;
import dev.sluice.kube.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Objects that a schema allows, with any of its fields.
final class RandomObject {
    private static final int DEPTH_MAX = 6;
    private static final List<String> TEXTS = List.of("a", "Zoë", "x y", "\u20ac\ud83d\ude00", "0");
    private static final List<String> QUANTITIES = List.of("1", "100m", "64Mi", "-2", "0");
    private static final List<String> DURATIONS = List.of("1h30m0s", "1.5s", "20ms", "-3m0s", "7ns", "0s");

    private final Random random;

    RandomObject(Random random) {
        this.random = random;
    }

    JsonObject of(ObjectSchema schema) {
        return object(schema, 0).with("apiVersion", schema.apiVersion()).with("kind", schema.kind());
    }

    private JsonObject object(ObjectSchema schema, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (Field field : schema.fields()) {
            boolean isWanted = random.nextInt(depth + 2) == 0 && depth < DEPTH_MAX;
            if (isWanted && !field.protoPath().isEmpty()) {
                fields.put(field.name(), value(schema, field.type(), depth + 1));
            }
        }
        return JsonObject.of(fields);
    }

    private Json value(ObjectSchema owner, ValueType type, int depth) {
        return switch (type) {
            case ObjectSchema schema -> object(schema, depth);
            case ListOf list -> {
                List<Json> items = new ArrayList<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    items.add(value(owner, list.element(), depth));
                }
                yield JsonArray.of(items);
            }
            case MapOf map -> {
                Map<String, Json> entries = new LinkedHashMap<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    entries.put("k" + i, value(owner, map.value(), depth));
                }
                yield JsonObject.of(entries);
            }
            case Scalar scalar -> scalar(owner, scalar, depth);
        };
    }

    private Json scalar(ObjectSchema owner, Scalar scalar, int depth) {
        return switch (scalar) {
            case STRING -> Json.of(any(TEXTS));
            case BOOL -> Json.of(random.nextBoolean());
            case INT32 -> Json.of(random.nextInt());
            case INT64 -> Json.of(random.nextLong());
            case DOUBLE -> JsonText.read(any(List.of("0.5", "-1.25", "3.0E10")));
            case BYTES -> Json.of(any(List.of("dg==", "AAEC", "/w==")));
            case TIME -> Json.of(any(List.of("2026-01-02T03:04:05Z", "1969-12-31T23:59:59Z")));
            case MICRO_TIME -> Json.of(any(List.of("2026-01-02T03:04:05.000600Z", "2026-01-02T03:04:05.000000Z")));
            case DURATION -> Json.of(any(DURATIONS));
            case QUANTITY -> Json.of(any(QUANTITIES));
            case INT_OR_STRING -> random.nextBoolean() ? Json.of(random.nextInt()) : Json.of(any(TEXTS));
            case RAW, FIELDS, JSON -> JsonText.read("{\"f:a\":{\"b\":[1,null,\"x\"]}}");
            case SCHEMA_OR_ARRAY -> random.nextBoolean() ? object(owner, depth) : JsonArray.of(object(owner, depth));
            case SCHEMA_OR_BOOL -> random.nextBoolean() ? object(owner, depth) : Json.of(random.nextBoolean());
            case SCHEMA_OR_STRINGS -> random.nextBoolean() ? object(owner, depth) : JsonArray.of(Json.of(any(TEXTS)));
        };
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

package dev.sluice.kube.schema;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes objects as Kubernetes' Go structs would: without unknown fields and omitted zero values, with the zero
/// values that are always written.
public final class StructNormalizer {
    private StructNormalizer() {}

    /// Normalizes an object, and shares all parts that need no change.
    @SuppressWarnings("ReferenceEquality") // an unchanged value is the very same
    public static JsonObject of(ObjectSchema schema, JsonObject given) {
        JsonObject result = given;
        for (int i = 0; i < given.size(); i++) {
            Field field = schema.field(given.name(i));
            Json value = field == null ? null : value(schema, field, given.value(i));
            if (value == null) {
                result = result.without(given.name(i));
            } else if (value != given.value(i)) {
                result = result.with(given.name(i), value);
            }
        }
        for (Field field : schema.writtenAnyway()) {
            if (!result.has(field.name())) {
                result = result.with(field.name(), Objects.requireNonNull(writtenAnyway(field)));
            }
        }
        return result;
    }

    /// The field's value, or nothing if it is left out.
    private static @Nullable Json value(ObjectSchema owner, Field field, Json given) {
        if (given == JsonNull.NULL) {
            return writtenAnyway(field);
        }
        Json value = inside(owner, field.type(), given);
        return isOmitted(field, value) ? writtenAnyway(field) : value;
    }

    /// Returns whether a value is the zero that Go's structs have anyway.
    public static boolean isOmitted(Field field, Json value) {
        return value == JsonNull.NULL || (!field.inGo().pointer() && isZero(field.type(), value));
    }

    /// @param owner the schema that has the field, for recursive schemas of custom resources
    private static Json inside(ObjectSchema owner, ValueType type, Json given) {
        return switch (type) {
            case ObjectSchema schema -> given instanceof JsonObject object ? of(schema, object) : given;
            case ListOf list ->
                given instanceof JsonArray array ? array.map(element -> inside(owner, list.element(), element)) : given;
            case MapOf map -> given instanceof JsonObject object ? mapOf(owner, map, object) : given;
            case Scalar scalar ->
                switch (scalar) {
                    case SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS -> schemaOr(owner, given);
                    case QUANTITY -> quantity(given);
                    default -> given;
                };
        };
    }

    /// Returns the canonical form: `0.5` becomes `500m`. Malformed quantities are left to validation.
    private static Json quantity(Json given) {
        if (given == JsonNull.NULL) {
            return Json.of("0");
        }
        String text = given instanceof JsonString string ? string.text() : given.toString();
        try {
            String shortest = Quantity.parse(text.strip()).toString();
            return given instanceof JsonString && shortest.equals(text) ? given : Json.of(shortest);
        } catch (QuantityFormatException e) {
            return given;
        }
    }

    private static Json schemaOr(ObjectSchema owner, Json given) {
        return switch (given) {
            case JsonObject object -> of(owner, object);
            case JsonArray array -> array.map(element -> schemaOr(owner, element));
            default -> given;
        };
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged value is the very same
    private static JsonObject mapOf(ObjectSchema owner, MapOf map, JsonObject given) {
        JsonObject changed = given;
        for (int i = 0; i < given.size(); i++) {
            Json value = inside(owner, map.value(), given.value(i));
            if (value != given.value(i)) {
                changed = changed.with(given.name(i), value);
            }
        }
        return changed;
    }

    private static boolean isZero(ValueType type, Json value) {
        return switch (value) {
            case JsonArray array -> array.isEmpty();
            case JsonObject object -> object.isEmpty() && type instanceof MapOf;
            case JsonString text -> text.text().isEmpty() && type == Scalar.STRING;
            case JsonNumber number ->
                (type == Scalar.INT32 || type == Scalar.INT64 || type == Scalar.DOUBLE) && number.isZero();
            case JsonBoolean bool -> bool == JsonBoolean.FALSE;
            case JsonNull _ -> true;
        };
    }

    /// What is written of a field that has no value, if anything is.
    public static @Nullable Json writtenAnyway(Field field) {
        Field.InGo go = field.inGo();
        boolean isStruct = !go.pointer() && (field.type() instanceof ObjectSchema || isStruct(field.type()));
        // Go never takes a struct to be empty, only, if it is told to look, to be zero.
        if (go.omitZero() || (go.omitEmpty() && !isStruct)) {
            return null;
        }
        if (go.pointer()) {
            return JsonNull.NULL;
        }
        return switch (field.type()) {
            case ObjectSchema schema -> of(schema, JsonObject.EMPTY);
            case ListOf _, MapOf _ -> JsonNull.NULL;
            case Scalar scalar ->
                switch (scalar) {
                    case STRING -> Json.of("");
                    case BOOL -> JsonBoolean.FALSE;
                    case INT32, INT64, DOUBLE, INT_OR_STRING -> Json.of(0);
                    case QUANTITY -> Json.of("0");
                    case DURATION -> Json.of("0s");
                    default -> JsonNull.NULL;
                };
        };
    }

    /// Whether Go has it as a struct that writes itself.
    private static boolean isStruct(ValueType type) {
        return type instanceof Scalar scalar
                && switch (scalar) {
                    case TIME, MICRO_TIME, DURATION, QUANTITY, INT_OR_STRING, RAW, JSON -> true;
                    default -> false;
                };
    }
}

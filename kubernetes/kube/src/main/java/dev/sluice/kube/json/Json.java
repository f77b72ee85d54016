package dev.sluice.kube.json;

/// A JSON value. Immutable; equality ignores the order of an object's fields.
public sealed interface Json permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

    static Json of(String text) {
        return new JsonString(text);
    }

    static Json of(long number) {
        return new JsonNumber(Long.toString(number));
    }

    static Json of(boolean value) {
        return value ? JsonBoolean.TRUE : JsonBoolean.FALSE;
    }

    /// Returns the type name that Go's messages use.
    default String kindName() {
        return switch (this) {
            case JsonObject _ -> "object";
            case JsonArray _ -> "array";
            case JsonString _ -> "string";
            case JsonNumber _ -> "number";
            case JsonBoolean _ -> "bool";
            case JsonNull _ -> "null";
        };
    }
}

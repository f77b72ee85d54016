package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// Validates the optional parts that an object has. Most are absent, and building their paths would cost more than
/// the validation.
public final class OptionalFields {
    private OptionalFields() {}

    /// What must be of a part.
    @FunctionalInterface
    public interface Check<T> {
        void validate(T part, String field, ValidationErrors errors);
    }

    /// Validates an array, if there is one.
    ///
    /// @param field that of the owner
    public static void array(
            JsonObject owner, String name, String field, Check<JsonArray> check, ValidationErrors errors) {
        JsonArray part = owner.array(name);
        if (!part.isEmpty()) {
            check.validate(part, field + "." + name, errors);
        }
    }

    /// Validates an object, if there is one.
    ///
    /// @param field that of the owner
    public static void object(
            JsonObject owner, String name, String field, Check<JsonObject> check, ValidationErrors errors) {
        JsonObject part = owner.object(name);
        if (!part.isEmpty()) {
            check.validate(part, field + "." + name, errors);
        }
    }
}

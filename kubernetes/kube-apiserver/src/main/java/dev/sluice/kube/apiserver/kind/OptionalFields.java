package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// Checks parts of an object that it has. Most objects lack most of what they may have, and to put the paths together
/// in vain took longer than the checks.
final class OptionalFields {
    private OptionalFields() {}

    /// What must be of a part.
    @FunctionalInterface
    interface Check<T> {
        void validate(T part, String field, ValidationErrors errors);
    }

    /// @param field that of the owner
    static void array(JsonObject owner, String name, String field, Check<JsonArray> check, ValidationErrors errors) {
        JsonArray part = owner.array(name);
        if (!part.isEmpty()) {
            check.validate(part, field + "." + name, errors);
        }
    }

    /// @param field that of the owner
    static void object(JsonObject owner, String name, String field, Check<JsonObject> check, ValidationErrors errors) {
        JsonObject part = owner.object(name);
        if (!part.isEmpty()) {
            check.validate(part, field + "." + name, errors);
        }
    }
}

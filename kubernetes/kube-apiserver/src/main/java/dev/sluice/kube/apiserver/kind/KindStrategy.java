package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;

/// The part of a kind's strategy that [TableStrategy]'s table cannot express.
interface KindStrategy {
    KindStrategy NONE = new KindStrategy() {};

    /// Applies defaults that follow from other fields, before those of the table.
    default JsonObject applyDefaults(JsonObject object) {
        return object;
    }

    /// Prepares an object for creation; defaults have been applied.
    default JsonObject prepareForCreate(JsonObject object) {
        return object;
    }

    /// Prepares an object for an update; defaults have been applied.
    default JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return object;
    }

    /// Prepares an object for an update of its status.
    ///
    /// @param now the time in the format of timestamps
    default JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return object;
    }

    default void validate(JsonObject object, ValidationErrors errors) {}

    default void validateCreate(JsonObject object, ValidationErrors errors) {}

    default void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {}

    /// Validates an update of the status.
    default void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {}

    /// Validates an update by the approval subresource.
    default void validateApproval(JsonObject object, JsonObject old, ValidationErrors errors) {}
}

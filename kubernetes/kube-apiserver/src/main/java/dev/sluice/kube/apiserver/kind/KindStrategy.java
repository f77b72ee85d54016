package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;

/// What of a kind's rules a table cannot say.
interface KindStrategy {
    KindStrategy NONE = new KindStrategy() {};

    /// Defaults that follow from other fields; before those of the table.
    default JsonObject applyDefaults(JsonObject object) {
        return object;
    }

    /// As it is stored if somebody creates this, defaults being there.
    default JsonObject prepareForCreate(JsonObject object) {
        return object;
    }

    /// As it is stored if somebody replaces the old one by this, defaults being there.
    default JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return object;
    }

    /// As it is stored if somebody changes the old one's status to this one's.
    ///
    /// @param now the time, as objects tell it
    default JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return object;
    }

    default void validate(JsonObject object, ValidationErrors errors) {}

    default void validateCreate(JsonObject object, ValidationErrors errors) {}

    default void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {}

    /// What is wrong with changing the status only.
    default void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {}

    /// What is wrong with approving or denying it.
    default void validateApproval(JsonObject object, JsonObject old, ValidationErrors errors) {}
}

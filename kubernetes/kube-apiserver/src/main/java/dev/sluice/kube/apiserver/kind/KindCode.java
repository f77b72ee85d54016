package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;

/// What of a kind's rules a table cannot say.
interface KindCode {
    KindCode NONE = new KindCode() {};

    /// Defaults that follow from other fields; before those of the table.
    default JsonObject filled(JsonObject object) {
        return object;
    }

    /// As it is stored if somebody creates this, defaults being there.
    default JsonObject begun(JsonObject object) {
        return object;
    }

    /// As it is stored if somebody replaces the old one by this, defaults being there.
    default JsonObject changed(JsonObject object, JsonObject old) {
        return object;
    }

    /// As it is stored if somebody changes the old one's status to this one's.
    ///
    /// @param now the time, as objects tell it
    default JsonObject changedStatus(JsonObject object, JsonObject old, String now) {
        return object;
    }

    default void check(JsonObject object, Flaws flaws) {}

    default void checkCreation(JsonObject object, Flaws flaws) {}

    default void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {}

    /// What is wrong with changing the status only.
    default void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {}

    /// What is wrong with approving or denying it.
    default void checkApproval(JsonObject object, JsonObject old, Flaws flaws) {}
}

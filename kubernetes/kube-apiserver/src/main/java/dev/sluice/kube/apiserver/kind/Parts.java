package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// Checks parts of an object that it has. Most objects lack most of what they may have, and to put the paths together
/// in vain took longer than the checks.
final class Parts {
    private Parts() {}

    /// What must be of a part.
    @FunctionalInterface
    interface Check<T> {
        void check(T part, String field, Flaws flaws);
    }

    /// @param field that of the owner
    static void array(JsonObject owner, String name, String field, Check<JsonArray> check, Flaws flaws) {
        JsonArray part = owner.array(name);
        if (!part.isEmpty()) {
            check.check(part, field + "." + name, flaws);
        }
    }

    /// @param field that of the owner
    static void object(JsonObject owner, String name, String field, Check<JsonObject> check, Flaws flaws) {
        JsonObject part = owner.object(name);
        if (!part.isEmpty()) {
            check.check(part, field + "." + name, flaws);
        }
    }
}

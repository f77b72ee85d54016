package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// The result of a write that may create or update.
///
/// @param object as it is stored
/// @param isCreated whether the write created it
public record Written(JsonObject object, boolean isCreated) {
    public static Written updated(JsonObject object) {
        return new Written(object, false);
    }

    /// The same result with the object in another form.
    public Written with(JsonObject other) {
        return new Written(other, isCreated);
    }
}

package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.jspecify.annotations.Nullable;

/// What the server itself does with writes of some resources: checks against other objects, and allocations.
public interface WriteHooks {
    /// Does nothing.
    WriteHooks NONE = new WriteHooks() {};

    /// Checks a new object against others before it gets its defaults, and completes it.
    default JsonObject beforeCreate(ResourceType type, String namespace, JsonObject object) {
        return object;
    }

    /// Completes a new object that has its defaults.
    default JsonObject afterDefaults(ResourceType type, JsonObject object) {
        return object;
    }

    /// Gives a valid object what it needs from a shared range; throws if it asks for what is taken.
    default JsonObject allocate(ResourceType type, JsonObject object) {
        return object;
    }

    /// Throws if other objects forbid a new object that is complete.
    default void checkCreate(ResourceType type, JsonObject object) {}

    /// Throws if other objects forbid an update. Updates of the status are not checked.
    ///
    /// @param subresource empty for the object itself
    default void checkUpdate(ResourceType type, String subresource, JsonObject object, JsonObject old) {}

    /// Called when an object is about to be stored or removed.
    ///
    /// @param before null if it is new
    /// @param after null if it is removed
    default void stored(ResourceType type, @Nullable JsonObject before, @Nullable JsonObject after) {}
}

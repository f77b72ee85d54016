package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.jspecify.annotations.Nullable;

/// Converts objects between a served version and the stored one.
public interface VersionConversion {
    /// As most are served: as they are stored.
    VersionConversion SAME = new VersionConversion() {};

    default boolean isSame() {
        return true;
    }

    /// What is stored in its place.
    default ResourceType stored(ResourceType type) {
        return type;
    }

    default JsonObject stored(JsonObject served) {
        return served;
    }

    default JsonObject served(JsonObject stored) {
        return stored;
    }

    /// A field selector of this version in the words of what is stored.
    default String storedFields(String selector) {
        return selector;
    }

    /// Throws if this version demands more than that of what is stored.
    ///
    /// @param object as it is to be stored
    /// @param old nothing if it is new
    default void check(JsonObject object, @Nullable JsonObject old) {}
}

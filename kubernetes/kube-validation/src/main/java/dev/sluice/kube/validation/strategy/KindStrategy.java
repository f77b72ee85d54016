package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The part of a kind's strategy that the table of kinds cannot express.
public interface KindStrategy {
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

    /// The subresources that change a part of the object, beside its status.
    default Set<String> subresources() {
        return Set.of();
    }

    /// Prepares an object for an update by one of [#subresources]: the old object with the part that may change.
    ///
    /// @param now the time in the format of timestamps
    default JsonObject prepareForSubresource(String subresource, JsonObject object, JsonObject old, String now) {
        return old;
    }

    /// Validates an update by one of [#subresources].
    default void validateSubresource(String subresource, JsonObject object, JsonObject old, ValidationErrors errors) {}

    /// The warning that every request for this resource gets; empty if it is not deprecated.
    default String deprecation() {
        return "";
    }

    /// The reason why an object of this name cannot be deleted; empty if it can.
    default String deletionRefusal(String name) {
        return "";
    }

    /// The warning about a deletion; empty if there is none.
    ///
    /// @param propagation the propagation policy that is asked for; empty if none is
    default String deletionWarning(String propagation) {
        return "";
    }

    /// Seconds after its last write at which an object is removed; 0 for never.
    default long timeToLiveSeconds() {
        return 0;
    }

    /// Reports what is deprecated or ineffective in an object that is stored all the same.
    ///
    /// @param old null for a creation
    default void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {}

    /// The conversion between a served version and the version that is stored.
    default VersionConversion conversion(String version) {
        return VersionConversion.SAME;
    }
}

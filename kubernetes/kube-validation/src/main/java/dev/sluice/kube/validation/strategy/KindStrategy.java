package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
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

    /// Validates an update by the approval subresource.
    default void validateApproval(JsonObject object, JsonObject old, ValidationErrors errors) {}

    /// Reports what is deprecated or ineffective in an object that is stored all the same.
    ///
    /// @param old null for a creation
    default void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {}

    /// The conversion between a served version and the version that is stored.
    default VersionConversion conversion(String version) {
        return VersionConversion.SAME;
    }
}

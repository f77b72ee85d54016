package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The create, update and delete strategy of one kind, after Kubernetes' own. The verbs do what all kinds have in
/// common.
public interface Strategy {

    /// Prepares an object for creation: applies defaults, drops fields that only the server may set.
    default JsonObject prepareForCreate(JsonObject object) {
        return object.without("status");
    }

    /// Prepares an object for an update. Its status is already that of the old object.
    default JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return object;
    }

    /// Prepares an object for an update of its status.
    ///
    /// @param now the time in the format of timestamps
    default JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return object;
    }

    /// Converts stored objects to the version that this strategy serves.
    default List<JsonObject> served(List<JsonObject> stored) {
        return stored;
    }

    /// Converts an object to the version that is stored.
    default JsonObject stored(JsonObject object) {
        return object;
    }

    /// Validation errors of a name, in Kubernetes' words.
    default List<String> validateName(String name) {
        return NameValidation.subdomain(name);
    }

    /// Validation errors of an object, whether created or updated.
    default List<Cause> validate(JsonObject object) {
        return List.of();
    }

    /// Further validation errors of a creation.
    default List<Cause> validateCreate(JsonObject object) {
        return List.of();
    }

    /// Validation errors of an update of the status.
    default List<Cause> validateStatusUpdate(JsonObject object, JsonObject old) {
        return List.of();
    }

    /// Further validation errors of an update.
    default List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        return List.of();
    }

    /// Whether the status is changed only by its subresource.
    default boolean hasStatus() {
        return true;
    }

    /// Whether objects have a `metadata.generation`.
    default boolean hasGeneration() {
        return true;
    }

    /// Whether changes of the spec raise the generation; some kinds stay at 1.
    default boolean countsChanges() {
        return hasGeneration();
    }

    /// Whether changes of annotations raise the generation as well.
    default boolean countsAnnotations() {
        return false;
    }

    /// Whether an update without a resourceVersion is allowed (AllowUnconditionalUpdate).
    default boolean allowsBlindUpdate() {
        return true;
    }

    /// Whether an update of an object that does not exist creates it (AllowCreateOnUpdate).
    default boolean createsOnUpdate() {
        return false;
    }

    /// Whether deletion may be graceful; the object then carries `deletionGracePeriodSeconds`, even if it is 0.
    default boolean endsGracefully() {
        return false;
    }

    /// The default grace period; 0 for deletion at once.
    default long graceSeconds(JsonObject object) {
        return 0;
    }

    /// Whether the object is kept after its deletion was requested, finalizers aside.
    default boolean isKept(JsonObject object) {
        return false;
    }

    /// Whether finalizers must be qualified names.
    default boolean qualifiesFinalizers() {
        return true;
    }

    /// Whether dependents are orphaned by default.
    default boolean orphansByDefault() {
        return false;
    }

    /// Changes an object whose deletion was requested.
    ///
    /// @param before the object before the request
    default JsonObject whenEnding(JsonObject object, JsonObject before) {
        return object;
    }

    /// For the scale subresource, the paths of the wanted and the actual replicas and, if there is one, of the
    /// selector; empty if the kind has none.
    default List<String> scalePaths() {
        return List.of();
    }

    /// The fields that field selectors may name, beside name and namespace.
    default Set<String> selectableFields() {
        return Set.of();
    }

    /// Reports what is deprecated or ineffective in an object that is stored all the same.
    ///
    /// @param old null for a creation
    default void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {}

    /// The columns that `kubectl get` prints.
    default List<Column> columns() {
        return Cells.NAME_AND_CREATION;
    }

    /// The conditions of an object's row in a printed table.
    default JsonArray rowConditions(JsonObject object) {
        return JsonArray.EMPTY;
    }

    /// The conversion between a served version and the version that is stored.
    default VersionConversion conversion(String version) {
        return VersionConversion.SAME;
    }

    /// The subresources that change a part of the object, beside its status: `resize`, `approval`.
    default Set<String> subresources() {
        return Set.of();
    }

    /// Prepares an object for an update by one of [#subresources]: the old object with the part that may change.
    ///
    /// @param now the time in the format of timestamps
    default JsonObject prepareForSubresource(String subresource, JsonObject object, JsonObject old, String now) {
        return old;
    }

    /// Validation errors of an update by one of [#subresources].
    default List<Cause> validateSubresource(String subresource, JsonObject object, JsonObject old) {
        return List.of();
    }

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

    /// Whether a deletion returns the deleted object instead of a status (ReturnDeletedObject).
    default boolean returnsDeletedObject() {
        return false;
    }

    /// Seconds after its last write at which an object is removed; 0 for never.
    default long timeToLiveSeconds() {
        return 0;
    }
}

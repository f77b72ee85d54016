package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Set;

/// The rules of one kind. The verbs see to what all kinds have in common.
public interface Strategy {

    /// As it is stored if somebody creates this: with defaults, without what only the server may say.
    default JsonObject prepareForCreate(JsonObject object) {
        return object.without("status");
    }

    /// As it is stored if somebody replaces the old one by this; the status is the old one's already.
    default JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return object;
    }

    /// As it is stored if somebody changes the old one's status to this one's.
    ///
    /// @param now the time, as objects tell it
    default JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return object;
    }

    /// The objects in the version that these rules are of, from as they are stored.
    default List<JsonObject> served(List<JsonObject> stored) {
        return stored;
    }

    /// As it is stored.
    default JsonObject stored(JsonObject object) {
        return object;
    }

    /// What is wrong with a name, in Kubernetes' words.
    default List<String> validateName(String name) {
        return NameValidation.subdomain(name);
    }

    /// What is wrong with it.
    default List<Cause> validate(JsonObject object) {
        return List.of();
    }

    /// What is wrong with creating it, beside that.
    default List<Cause> validateCreate(JsonObject object) {
        return List.of();
    }

    /// What is wrong with changing the status of the old one to this one's.
    default List<Cause> validateStatusUpdate(JsonObject object, JsonObject old) {
        return List.of();
    }

    /// What is wrong with approving or denying the old one so.
    default List<Cause> validateApproval(JsonObject object, JsonObject old) {
        return List.of();
    }

    /// What is wrong with replacing the old one by this.
    default List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        return List.of();
    }

    /// Whether it has a status that only its sub-resource changes.
    default boolean hasStatus() {
        return true;
    }

    /// Whether it counts how often its specification has changed.
    default boolean hasGeneration() {
        return true;
    }

    /// Whether it goes on counting; some are the first of their kind for ever.
    default boolean countsChanges() {
        return hasGeneration();
    }

    /// Whether it counts changes of its annotations, too.
    default boolean countsAnnotations() {
        return false;
    }

    /// Whether an update that names no version replaces whatever is there.
    default boolean allowsBlindUpdate() {
        return true;
    }

    /// Whether an update of one that is not there creates it.
    default boolean createsOnUpdate() {
        return false;
    }

    /// Whether it may be given time to end; then it says so even if it gets none.
    default boolean endsGracefully() {
        return false;
    }

    /// How long it is given to end if nobody says; 0 if it is gone at once.
    default long graceSeconds(JsonObject object) {
        return 0;
    }

    /// Whether it stays until somebody has cleared up after it, finalizers aside.
    default boolean isKept(JsonObject object) {
        return false;
    }

    /// Whether its finalizers must have a domain before their name.
    default boolean qualifiesFinalizers() {
        return true;
    }

    /// Whether what it owns stays if nobody says what becomes of it.
    default boolean orphansByDefault() {
        return false;
    }

    /// As it is from when its end was asked for.
    ///
    /// @param before as it was until then
    default JsonObject whenEnding(JsonObject object, JsonObject before) {
        return object;
    }

    /// Where `scale` finds how many there are to be, how many there are, and, if that is said, their selector;
    /// empty if it has no scale.
    default List<String> scalePaths() {
        return List.of();
    }

    /// The fields that a selector may name, beside its name and namespace.
    default Set<String> selectableFields() {
        return Set.of();
    }
}

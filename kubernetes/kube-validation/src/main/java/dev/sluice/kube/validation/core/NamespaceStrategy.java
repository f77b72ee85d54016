package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.List;
import java.util.Set;

/// Namespaces: deleted when their content is.
public final class NamespaceStrategy implements Strategy {
    /// Every namespace says its own name in a label, so that selectors can name it.
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    /// The namespaces that every cluster has.
    private static final Set<String> SYSTEM = Set.of("default", "kube-system", "kube-public");

    private static final Json FINALIZER = Json.of("kubernetes");

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        JsonArray finalizers = object.array("spec", "finalizers");
        boolean isThere = finalizers.toList().contains(FINALIZER);
        return object.withAt(Json.of(object.text("metadata", "name")), "metadata", "labels", NAME_LABEL)
                .withAt(isThere ? finalizers : finalizers.plus(FINALIZER), "spec", "finalizers")
                .with("status", JsonObject.of("phase", Json.of("Active")));
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        JsonObject named = object.withAt(Json.of(object.text("metadata", "name")), "metadata", "labels", NAME_LABEL);
        Json finalizers = old.at("spec", "finalizers");
        return finalizers == null
                ? named.withoutAt("spec", "finalizers")
                : named.withAt(finalizers, "spec", "finalizers");
    }

    @Override
    public List<String> validateName(String name) {
        return NameValidation.label(name);
    }

    @Override
    public boolean isKept(JsonObject object) {
        return !object.array("spec", "finalizers").isEmpty();
    }

    @Override
    public JsonObject whenEnding(JsonObject object, JsonObject before) {
        return object.withAt(Json.of("Terminating"), "status", "phase")
                .withoutAt("metadata", "deletionGracePeriodSeconds");
    }

    @Override
    public boolean hasGeneration() {
        return false;
    }

    @Override
    public Set<String> selectableFields() {
        return Set.of("status.phase");
    }

    @Override
    public List<Column> columns() {
        return CoreColumns.NAMESPACES;
    }

    @Override
    public String deletionRefusal(String name) {
        return SYSTEM.contains(name) ? "this namespace may not be deleted" : "";
    }
}

package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.StructNormalizer;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.List;
import java.util.Set;

/// The rules of a custom resource's objects: its schema.
///
/// @param checks of its schema
/// @param conversion between its versions
/// @param storage the apiVersion that its objects are kept in
/// @param metadata the fields of all objects' metadata
/// @param scalePaths as the definition has them
/// @param selectableFields as the definition has them
/// @param isEnding whether its definition is about to go
record CustomResourceStrategy(
        CustomType type,
        CustomObjectValidation checks,
        Conversion conversion,
        String storage,
        ObjectSchema metadata,
        List<String> scalePaths,
        Set<String> selectableFields,
        boolean isEnding)
        implements Strategy {
    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        if (isEnding) {
            throw ApiStatus.forbidden(
                    type.served().type(),
                    KubeObjects.name(object),
                    "create not allowed while custom resource definition is terminating");
        }
        return settled(hasStatus() ? object.without("status") : object);
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return settled(object);
    }

    @Override
    public List<JsonObject> served(List<JsonObject> stored) {
        return conversion.converted(stored, type.served().type().apiVersion());
    }

    @Override
    public JsonObject stored(JsonObject object) {
        return conversion.converted(List.of(object), storage).getFirst();
    }

    private JsonObject settled(JsonObject object) {
        JsonObject known = object.with("metadata", StructNormalizer.of(metadata, object.object("metadata")))
                .with("apiVersion", type.served().type().apiVersion());
        return SchemaDefaulting.filledIn(type.schema(), Pruning.pruned(type.schema(), known));
    }

    @Override
    public boolean qualifiesFinalizers() {
        return false;
    }

    @Override
    public List<Cause> validateCreate(JsonObject object) {
        return checks.creation(object);
    }

    @Override
    public List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        return checks.update(object, old);
    }

    @Override
    public List<Cause> validateStatusUpdate(JsonObject object, JsonObject old) {
        return checks.status(object, old);
    }

    @Override
    public boolean hasStatus() {
        return type.served().subresource("status").isPresent();
    }

    @Override
    public boolean allowsBlindUpdate() {
        return false;
    }
}

package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.kind.KindRules;
import dev.sluice.kube.apiserver.schema.Canonical;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ObjectSchema;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;

/// The rules of a custom resource's objects: its schema.
///
/// @param storage the apiVersion that its objects are kept in
/// @param scalePaths as the definition has them
/// @param metadata the fields of all objects' metadata
record CustomRules(CustomType type, String storage, ObjectSchema metadata, List<String> scalePaths)
        implements KindRules {
    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return settled(hasStatus() ? object.without("status") : object);
    }

    @Override
    public JsonObject beforeUpdate(JsonObject object, JsonObject old) {
        return settled(object);
    }

    private JsonObject settled(JsonObject object) {
        JsonObject known = object.with("metadata", Canonical.of(metadata, object.object("metadata")))
                .with("apiVersion", storage);
        return Standards.filledIn(type.schema(), Pruning.pruned(type.schema(), known));
    }

    @Override
    public List<Cause> flaws(JsonObject object) {
        return SchemaCheck.flaws(type.schema(), object);
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

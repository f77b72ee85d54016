package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.ObjectMetadata;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.apiserver.verb.RequestObjectCheck;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;

/// The `finalize` subresource of namespaces: removes `spec.finalizers`, after which a terminating namespace is
/// deleted.
final class NamespaceFinalize implements SubresourceHandler {
    private final RequestContext context;

    NamespaceFinalize(RequestContext context) {
        this.context = context;
    }

    @Override
    public JsonObject update(ResourceType namespaces, ObjectKey key, JsonObject given, WriteOptions options) {
        JsonObject object = context.canonical(namespaces, RequestObjectCheck.checked(namespaces, "", given));
        RequestObjectCheck.mustBeNamed(key.name(), object);
        JsonObject old = context.existing(namespaces, key);
        ObjectMetadata.mustBeExpected(namespaces, object, old, context.strategyOf(namespaces));
        Json finalizers = object.at("spec", "finalizers");
        JsonObject kept = context.strategyOf(namespaces).prepareForUpdate(ObjectMetadata.kept(object, old), old);
        JsonObject changed = (finalizers == null
                        ? kept.withoutAt("spec", "finalizers")
                        : kept.withAt(finalizers, "spec", "finalizers"))
                .with("status", old.object("status"));
        if (options.dryRun() || changed.equals(old)) {
            return changed;
        }
        boolean isKept = finalizers != null || ObjectMetadata.hasFinalizers(changed);
        if (KubeObjects.isTerminating(changed) && !isKept) {
            context.store().remove(namespaces.groupResource(), key);
            return changed.withAt(Json.of(KubeObjects.resourceVersion(old)), "metadata", "resourceVersion");
        }
        return context.store().put(namespaces.groupResource(), key, changed);
    }
}

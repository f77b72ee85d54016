package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/// Refuses to enlarge a claim whose storage class does not allow expansion.
final class PersistentVolumeClaimResize {
    private static final ResourceType CLASSES =
            new ResourceType("storage.k8s.io", "v1", "storageclasses", "StorageClass", false);

    private final RequestContext context;

    PersistentVolumeClaimResize(RequestContext context) {
        this.context = context;
    }

    void check(ResourceType type, JsonObject object, JsonObject old) {
        if (!type.groupResource().equals("persistentvolumeclaims") || !isLarger(object, old)) {
            return;
        }
        String name = object.text("spec", "storageClassName");
        JsonObject storage = context.watchCache(CLASSES).get(ObjectKey.of(name));
        if (storage == null || !storage.isTrue("allowVolumeExpansion")) {
            throw ApiStatus.forbidden(
                    type,
                    KubeObjects.name(object),
                    "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must"
                            + " support resize");
        }
    }

    private static boolean isLarger(JsonObject object, JsonObject old) {
        Quantity now = quantity(object.at("spec", "resources", "requests", "storage"));
        return now.compareTo(quantity(old.at("spec", "resources", "requests", "storage"))) > 0;
    }

    private static Quantity quantity(@Nullable Json amount) {
        return amount instanceof JsonString text ? Quantity.parse(text.text()) : Quantity.ZERO;
    }
}

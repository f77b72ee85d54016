package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;

/// Refuses new objects in namespaces that do not exist or are terminating.
public final class NamespaceLifecycle {
    public static final ResourceType TYPE = new ResourceType("", "v1", "namespaces", "Namespace", false);

    private final ObjectStore store;

    NamespaceLifecycle(ObjectStore store) {
        this.store = store;
    }

    void mustTake(ResourceType type, String namespace, String name) {
        if (!type.namespaced()) {
            return;
        }
        JsonObject found = store.watchCache(TYPE.groupResource()).get(ObjectKey.of(namespace));
        if (found == null) {
            throw ApiStatus.notFound(TYPE, namespace);
        }
        if (found.text("status", "phase").equals("Terminating")) {
            throw terminating(type, namespace, name);
        }
    }

    private static RuntimeException terminating(ResourceType type, String namespace, String name) {
        String why = "unable to create new content in namespace %s because it is being terminated".formatted(namespace);
        ApiStatus plain = ApiStatus.forbidden(type, name, why).status();
        JsonObject about = plain.details() == null ? JsonObject.EMPTY : plain.details();
        JsonObject cause = JsonObject.builder()
                .put("reason", "NamespaceTerminating")
                .put("message", "namespace %s is being terminated".formatted(namespace))
                .put("field", "metadata.namespace")
                .build();
        return new ApiStatus(plain.code(), plain.reason(), plain.message(), about.with("causes", JsonArray.of(cause)))
                .exception();
    }
}

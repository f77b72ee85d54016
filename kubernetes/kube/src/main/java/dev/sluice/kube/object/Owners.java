package dev.sluice.kube.object;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.jspecify.annotations.Nullable;

/// Owner references.
public final class Owners {
    private Owners() {}

    /// Returns the owner reference with `controller: true`, if there is one.
    public static @Nullable JsonObject controller(JsonObject object) {
        for (Json owner : object.array("metadata", "ownerReferences")) {
            if (owner instanceof JsonObject reference && reference.isTrue("controller")) {
                return reference;
            }
        }
        return null;
    }

    public static boolean isControlledBy(JsonObject object, String uid) {
        JsonObject controller = controller(object);
        return controller != null && controller.text("uid").equals(uid);
    }

    /// Returns an owner reference with `controller: true` and `blockOwnerDeletion: true`.
    public static JsonObject controllerReference(ResourceType type, JsonObject owner) {
        return JsonObject.builder()
                .put("apiVersion", type.apiVersion())
                .put("kind", type.kind())
                .put("name", KubeObjects.name(owner))
                .put("uid", KubeObjects.uid(owner))
                .put("controller", true)
                .put("blockOwnerDeletion", true)
                .build();
    }
}

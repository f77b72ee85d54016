package dev.sluice.kube.cluster.work;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.OwnWrites;

/// Creates and deletes pods for controllers, and records events of it.
///
/// @param writes tracks the writes of each owner
public record PodControl(Kube kube, ResourceType ownerType, OwnWrites<ObjectKey> writes, EventSource events) {
    private static final int NOT_FOUND = 404;

    public void create(JsonObject owner, JsonObject pod) {
        try {
            JsonObject made = kube.create(KubeTypes.PODS, KubeObjects.namespace(owner), pod, WriteOptions.PLAIN);
            writes.wrote(KubeObjects.key(owner), made);
            events.normal(ownerType, owner, "SuccessfulCreate", "Created pod: " + KubeObjects.name(made));
        } catch (ApiException e) {
            if (!isInTerminatingNamespace(e)) {
                events.warning(
                        ownerType,
                        owner,
                        "FailedCreate",
                        "Error creating: " + e.status().message());
            }
            throw e;
        }
    }

    /// Deletes a pod; ignores that it is gone.
    public void delete(JsonObject owner, JsonObject pod) {
        try {
            writes.wrote(
                    KubeObjects.key(owner), kube.delete(KubeTypes.PODS, KubeObjects.key(pod), DeleteOptions.PLAIN));
            events.normal(ownerType, owner, "SuccessfulDelete", "Deleted pod: " + KubeObjects.name(pod));
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                events.warning(
                        ownerType,
                        owner,
                        "FailedDelete",
                        "Error deleting: " + e.status().message());
                throw e;
            }
        }
    }

    /// True if the namespace is terminating; such a failure gets no event.
    public static boolean isInTerminatingNamespace(ApiException e) {
        JsonObject details = e.status().details();
        if (details != null) {
            for (Json cause : details.array("causes")) {
                if (cause instanceof JsonObject one && one.text("reason").equals("NamespaceTerminating")) {
                    return true;
                }
            }
        }
        return false;
    }
}

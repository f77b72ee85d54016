package dev.sluice.kube.cluster.work;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.util.OptionalLong;

/// Writes pods with a uid precondition. Ignores pods that are gone.
public final class PodUpdates {
    private static final int NOT_FOUND = 404;

    private final Kube kube;

    public PodUpdates(Kube kube) {
        this.kube = kube;
    }

    public void writeStatus(JsonObject pod, JsonObject status) {
        JsonObject change = JsonObject.builder()
                .put("metadata", JsonObject.of("uid", Json.of(KubeObjects.uid(pod))))
                .put("status", status)
                .build();
        unlessGone(() ->
                kube.patch(KubeTypes.PODS, KubeObjects.key(pod), "status", Patch.merge(change), WriteOptions.PLAIN));
    }

    /// Deletes a pod.
    ///
    /// @param graceSeconds empty for the pod's own grace period
    public void delete(JsonObject pod, OptionalLong graceSeconds) {
        DeleteOptions options = new DeleteOptions(graceSeconds, "", KubeObjects.uid(pod), "", false);
        unlessGone(() -> kube.delete(KubeTypes.PODS, KubeObjects.key(pod), options));
    }

    private static void unlessGone(Runnable change) {
        try {
            change.run();
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }
}

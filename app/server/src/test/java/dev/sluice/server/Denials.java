package dev.sluice.server;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// Notes the requests that the API server denies.
///
/// Its metrics do not have them: authorization comes before the handlers that count requests by their code.
final class Denials extends ForwardingKube {
    private static final int FORBIDDEN = 403;

    private final List<String> messages = new CopyOnWriteArrayList<>();

    Denials(Kube kube) {
        super(kube);
    }

    /// Returns what the server said of each.
    List<String> messages() {
        return messages;
    }

    private <T> T note(Supplier<T> request) {
        try {
            return request.get();
        } catch (ApiException e) {
            if (e.code() == FORBIDDEN) {
                messages.add(e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        return note(() -> super.get(type, key, subresource));
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        return note(() -> super.list(type, namespace, options));
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        return note(() -> super.watch(type, namespace, options, wake));
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return note(() -> super.create(type, namespace, object, options));
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return note(() -> super.act(type, key, subresource, body, options));
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return note(() -> super.update(type, key, subresource, object, options));
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        return note(() -> super.patch(type, key, subresource, patch, options));
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        return note(() -> super.delete(type, key, options));
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        return note(() -> super.deleteCollection(type, namespace, which, options));
    }
}

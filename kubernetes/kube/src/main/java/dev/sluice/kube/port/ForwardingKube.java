package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// Delegates every call. Base class for decorators that override a few of them.
public abstract class ForwardingKube implements Kube {
    private final Kube kube;

    protected ForwardingKube(Kube kube) {
        this.kube = kube;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return kube.create(type, namespace, object, options);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return kube.act(type, key, subresource, body, options);
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        return kube.get(type, key, subresource);
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        return kube.list(type, namespace, options);
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        return kube.watch(type, namespace, options, wake);
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return kube.update(type, key, subresource, object, options);
    }

    @Override
    public Written updateOrCreate(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return kube.updateOrCreate(type, key, subresource, object, options);
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        return kube.patch(type, key, subresource, patch, options);
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        return kube.delete(type, key, options);
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        return kube.deleteCollection(type, namespace, which, options);
    }
}

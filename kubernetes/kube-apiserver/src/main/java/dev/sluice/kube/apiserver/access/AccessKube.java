package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;

/// The port with the questions of access answered: reviews, and requests for tokens. Nothing of them is kept.
public final class AccessKube implements Kube {
    private final Kube kube;
    private final Reviews reviews;
    private final Tokens tokens;

    public AccessKube(Kube kube, Reviews reviews, Tokens tokens) {
        this.kube = kube;
        this.reviews = reviews;
        this.tokens = tokens;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return Reviews.areOf(type)
                ? reviews.answer(type, namespace, object)
                : kube.create(type, namespace, object, options);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return type.groupResource().equals("serviceaccounts") && subresource.equals("token")
                ? tokens.issue(key, body)
                : kube.act(type, key, subresource, body, options);
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

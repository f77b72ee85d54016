package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;

/// The port with the questions of access answered: reviews, and requests for tokens. Nothing of them is kept.
public final class AccessKube extends ForwardingKube {
    private final Reviews reviews;
    private final Tokens tokens;

    public AccessKube(Kube kube, Reviews reviews, Tokens tokens) {
        super(kube);
        this.reviews = reviews;
        this.tokens = tokens;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return Reviews.areOf(type)
                ? reviews.answer(type, namespace, object)
                : super.create(type, namespace, object, options);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return type.groupResource().equals("serviceaccounts") && subresource.equals("token")
                ? tokens.issue(key, body)
                : super.act(type, key, subresource, body, options);
    }
}

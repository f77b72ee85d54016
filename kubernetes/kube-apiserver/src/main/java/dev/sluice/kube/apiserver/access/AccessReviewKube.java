package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;

/// Answers access reviews and token requests, which are never stored.
public final class AccessReviewKube extends ForwardingKube {
    private final AccessReviews reviews;
    private final ServiceAccountTokens tokens;

    public AccessReviewKube(Kube kube, AccessReviews reviews, ServiceAccountTokens tokens) {
        super(kube);
        this.reviews = reviews;
        this.tokens = tokens;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        if (AccessReviews.areOf(type)) {
            return reviews.answer(type, namespace, object);
        }
        boolean isOfCaller = type.groupResource().equals("certificatesigningrequests.certificates.k8s.io");
        return super.create(type, namespace, isOfCaller ? asked(object) : object, options);
    }

    /// The server sets the requesting user of a certificate signing request.
    private static JsonObject asked(JsonObject request) {
        JsonObject spec = request.object("spec")
                .without("username")
                .without("uid")
                .without("groups")
                .without("extra");
        JsonObject caller = RequestUser.current().toJson();
        for (int i = 0; i < caller.size(); i++) {
            spec = spec.with(caller.name(i), caller.value(i));
        }
        return request.with("spec", spec);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return type.groupResource().equals("serviceaccounts") && subresource.equals("token")
                ? tokens.issue(key, body)
                : super.act(type, key, subresource, body, options);
    }
}

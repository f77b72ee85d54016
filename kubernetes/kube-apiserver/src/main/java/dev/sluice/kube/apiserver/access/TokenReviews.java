package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;
import java.util.List;
import java.util.Map;

/// Answers TokenReview: the user of a token. Unlike the real server it keeps no answers, so a token is refused as soon
/// as its service account is gone.
public final class TokenReviews {
    private static final String INVALID = "invalid bearer token";

    private final ServiceAccountTokens tokens;
    private final Map<String, User> staticTokens;

    /// @param staticTokens tokens that never expire
    public TokenReviews(ServiceAccountTokens tokens, Map<String, User> staticTokens) {
        this.tokens = tokens;
        this.staticTokens = Map.copyOf(staticTokens);
    }

    JsonObject answer(ResourceType type, JsonObject asked) {
        JsonObject spec = asked.object("spec");
        String token = spec.text("token");
        if (token.isEmpty()) {
            throw ApiStatus.badRequest("token is required for TokenReview in authentication");
        }
        List<String> named = PolicyRule.texts(spec.array("audiences"));
        return JsonObject.builder()
                .put("kind", type.kind())
                .put("apiVersion", type.apiVersion())
                .put("metadata", asked.object("metadata"))
                .put("spec", spec)
                .put("status", status(verdict(token, named.isEmpty() ? List.of(ServiceAccountTokens.ISSUER) : named)))
                .build();
    }

    /// Static tokens are meant for this server.
    private TokenVerdict verdict(String token, List<String> audiences) {
        User known = staticTokens.get(token);
        if (known == null) {
            return tokens.verdict(token, audiences);
        }
        return audiences.contains(ServiceAccountTokens.ISSUER)
                ? new TokenVerdict.Valid(known, List.of(ServiceAccountTokens.ISSUER))
                : new TokenVerdict.Unknown();
    }

    private static JsonObject status(TokenVerdict verdict) {
        return switch (verdict) {
            case TokenVerdict.Valid(User user, List<String> audiences) ->
                JsonObject.builder()
                        .put("authenticated", true)
                        .put("user", user.authenticated().toJson())
                        .put("audiences", User.texts(audiences))
                        .build();
            case TokenVerdict.Refused(String reason) -> refused("[" + INVALID + ", " + reason + "]");
            case TokenVerdict.Unknown() -> refused(INVALID);
        };
    }

    private static JsonObject refused(String error) {
        return JsonObject.EMPTY.with("user", JsonObject.EMPTY).with("error", Json.of(error));
    }
}

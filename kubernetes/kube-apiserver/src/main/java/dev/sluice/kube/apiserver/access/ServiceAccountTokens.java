package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.id.Uuids;
import dev.sluice.runtime.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Service account tokens: they have an audience and an expiry, and are invalid once the object they are bound to is
/// gone.
public final class ServiceAccountTokens {
    static final String ISSUER = "https://kubernetes.default.svc";

    private static final ResourceType ACCOUNTS = new ResourceType("", "v1", "serviceaccounts", "ServiceAccount", true);
    private static final ResourceType REQUEST =
            new ResourceType("authentication.k8s.io", "v1", "tokenrequests", "TokenRequest", true);

    /// The kinds that a token may be bound to.
    private static final Map<String, ResourceType> BINDABLE = Map.of(
            "Pod", new ResourceType("", "v1", "pods", "Pod", true),
            "Secret", new ResourceType("", "v1", "secrets", "Secret", true),
            "Node", new ResourceType("", "v1", "nodes", "Node", false));

    private static final String CLAIM = "kubernetes.io";
    private static final String EXTRA = "authentication.kubernetes.io/";
    private static final long SECONDS_UNASKED = 3600;

    /// Kubernetes' limits.
    private static final long SECONDS_MIN = 600;

    private static final long SECONDS_MAX = 1L << 32;

    private final Kube kube;
    private final Clock clock;
    private final RandomGenerator chance;
    private @Nullable Jwt jwt;

    public ServiceAccountTokens(Kube kube, Clock clock, RandomGenerator chance) {
        this.kube = kube;
        this.clock = clock;
        this.chance = chance;
    }

    /// Created with the first token that is issued or verified.
    private synchronized Jwt jwt() {
        Jwt made = jwt == null ? new Jwt() : jwt;
        jwt = made;
        return made;
    }

    /// Synchronized, as requests come from many threads and the generator is not thread-safe.
    private synchronized String id() {
        return Uuids.next(chance).toString();
    }

    /// Answers a `TokenRequest`.
    public JsonObject issue(ObjectKey account, JsonObject request) {
        JsonObject owner = kube.get(ACCOUNTS, account);
        JsonObject spec = request.object("spec");
        long seconds = spec.number(SECONDS_UNASKED, "expirationSeconds");
        checkBudget(seconds);
        JsonArray audiences =
                spec.array("audiences").isEmpty() ? JsonArray.of(Json.of(ISSUER)) : spec.array("audiences");
        JsonObject.Builder bound = JsonObject.builder().put("namespace", account.namespace());
        JsonObject reference = spec.object("boundObjectRef");
        if (!reference.isEmpty()) {
            JsonObject object = boundObject(account, reference);
            bound.put(reference.text("kind").toLowerCase(Locale.ROOT), named(object));
        }
        bound.put("serviceaccount", named(owner));
        Instant now = clock.now().truncatedTo(ChronoUnit.SECONDS);
        JsonObject claims = JsonObject.builder()
                .put("aud", audiences)
                .put("exp", now.getEpochSecond() + seconds)
                .put("iat", now.getEpochSecond())
                .put("iss", ISSUER)
                .put("jti", id())
                .put(CLAIM, bound.build())
                .put("nbf", now.getEpochSecond())
                .put("sub", User.SERVICE_ACCOUNT + account.namespace() + ":" + account.name())
                .build();
        JsonObject answered = JsonObject.builder()
                .put("audiences", audiences)
                .put("expirationSeconds", seconds)
                .put("boundObjectRef", reference.isEmpty() ? JsonNull.NULL : reference)
                .build();
        JsonObject metadata = JsonObject.builder()
                .put("name", account.name())
                .put("namespace", account.namespace())
                .put("uid", KubeObjects.uid(owner))
                .put("creationTimestamp", now.toString())
                .build();
        return JsonObject.builder()
                .put("kind", "TokenRequest")
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("metadata", metadata)
                .put("spec", answered)
                .put(
                        "status",
                        JsonObject.builder()
                                .put("token", jwt().sign(claims))
                                .put(
                                        "expirationTimestamp",
                                        now.plusSeconds(seconds).toString())
                                .build())
                .build();
    }

    private static void checkBudget(long seconds) {
        String error = seconds < SECONDS_MIN
                ? "may not specify a duration less than 10 minutes"
                : seconds > SECONDS_MAX ? "may not specify a duration larger than 2^32 seconds" : "";
        if (!error.isEmpty()) {
            Cause cause = new Cause(
                    "FieldValueInvalid", "Invalid value: %d: %s".formatted(seconds, error), "spec.expirationSeconds");
            throw ApiStatus.invalid(REQUEST, "", List.of(cause));
        }
    }

    private JsonObject boundObject(ObjectKey account, JsonObject reference) {
        ResourceType type = BINDABLE.get(reference.text("kind"));
        if (type == null) {
            throw ApiStatus.badRequest("cannot bind token for serviceaccount to type %s in apiVersion %s"
                    .formatted(reference.text("kind"), reference.text("apiVersion")));
        }
        String name = reference.text("name");
        JsonObject object = kube.get(type, new ObjectKey(type.namespaced() ? account.namespace() : "", name));
        String uid = reference.text("uid");
        if (!uid.isEmpty() && !uid.equals(KubeObjects.uid(object))) {
            throw ApiStatus.conflict(
                    type,
                    name,
                    "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                            .formatted(uid));
        }
        return object;
    }

    private static JsonObject named(JsonObject object) {
        return JsonObject.builder()
                .put("name", KubeObjects.name(object))
                .put("uid", KubeObjects.uid(object))
                .build();
    }

    /// Returns the user of a valid token of this server.
    Optional<User> user(String token) {
        return verdict(token, List.of(ISSUER)) instanceof TokenVerdict.Valid(User user, var _)
                ? Optional.of(user)
                : Optional.empty();
    }

    /// Judges a token that is shown to a server with one of these audiences.
    TokenVerdict verdict(String token, List<String> audiences) {
        Optional<JsonObject> read = jwt().read(token);
        if (read.isEmpty()) {
            return new TokenVerdict.Unknown();
        }
        JsonObject claims = read.get();
        List<String> meant = PolicyRule.texts(claims.array("aud"));
        List<String> both = audiences.stream().filter(meant::contains).toList();
        if (both.isEmpty()) {
            return new TokenVerdict.Refused("token audiences %s is invalid for the target audiences %s"
                    .formatted(quoted(meant), quoted(audiences)));
        }
        long now = clock.now().getEpochSecond();
        if (now >= claims.number(0, "exp")) {
            return new TokenVerdict.Refused("service account token has expired");
        }
        if (now < claims.number(0, "nbf")) {
            return new TokenVerdict.Refused("service account token is not valid yet");
        }
        return isBoundToWhatIsThere(claims.object(CLAIM))
                ? new TokenVerdict.Valid(userOf(claims), both)
                : new TokenVerdict.Refused("service account token has been invalidated");
    }

    private static String quoted(List<String> audiences) {
        return audiences.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(" ", "[", "]"));
    }

    private boolean isBoundToWhatIsThere(JsonObject bound) {
        String namespace = bound.text("namespace");
        if (!isThere(ACCOUNTS, namespace, bound.object("serviceaccount"))) {
            return false;
        }
        for (Map.Entry<String, ResourceType> each : BINDABLE.entrySet()) {
            JsonObject named = bound.object(each.getKey().toLowerCase(Locale.ROOT));
            if (!named.isEmpty() && !isThere(each.getValue(), namespace, named)) {
                return false;
            }
        }
        return true;
    }

    private boolean isThere(ResourceType type, String namespace, JsonObject named) {
        ObjectKey key = new ObjectKey(type.namespaced() ? namespace : "", named.text("name"));
        return KubeObjects.uid(found(type, key)).equals(named.text("uid"));
    }

    private JsonObject found(ResourceType type, ObjectKey key) {
        try {
            return kube.get(type, key);
        } catch (ApiException e) {
            return JsonObject.EMPTY;
        }
    }

    private static User userOf(JsonObject claims) {
        JsonObject bound = claims.object(CLAIM);
        Map<String, List<String>> extra = new HashMap<>();
        extra.put(EXTRA + "credential-id", List.of("JTI=" + claims.text("jti")));
        for (String kind : List.of("pod", "node")) {
            if (bound.has(kind)) {
                extra.put(EXTRA + kind + "-name", List.of(bound.text(kind, "name")));
                extra.put(EXTRA + kind + "-uid", List.of(bound.text(kind, "uid")));
            }
        }
        List<String> groups = new ArrayList<>(groupsOf(claims.text("sub")));
        return new User(claims.text("sub"), bound.text("serviceaccount", "uid"), groups, extra);
    }

    /// Returns a service account's groups, derived from its user name; none for other users.
    static List<String> groupsOf(String user) {
        String namespace = namespaceOf(user);
        return namespace == null ? List.of() : List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
    }

    private static @Nullable String namespaceOf(String user) {
        String[] parts = user.split(":", -1);
        return user.startsWith(User.SERVICE_ACCOUNT) && parts.length == 4 ? parts[2] : null;
    }
}

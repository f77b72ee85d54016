package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Answers TokenReview, SubjectAccessReview and their relatives.
public final class AccessReviews {
    private static final Set<String> ANSWERED = Set.of(
            "selfsubjectaccessreviews.authorization.k8s.io",
            "subjectaccessreviews.authorization.k8s.io",
            "localsubjectaccessreviews.authorization.k8s.io",
            "selfsubjectrulesreviews.authorization.k8s.io",
            "selfsubjectreviews.authentication.k8s.io",
            "tokenreviews.authentication.k8s.io");

    private static final String RESOURCE = "resourceAttributes";
    private static final String PATH = "nonResourceAttributes";

    private final Authorizer authorizer;
    private final TokenReviews tokens;
    private final Clock clock;

    public AccessReviews(Authorizer authorizer, TokenReviews tokens, Clock clock) {
        this.authorizer = authorizer;
        this.tokens = tokens;
        this.clock = clock;
    }

    /// True for review resources: they are created but never stored.
    public static boolean areOf(ResourceType type) {
        return ANSWERED.contains(type.groupResource());
    }

    public JsonObject answer(ResourceType type, String namespace, JsonObject asked) {
        User caller = RequestUser.current();
        return switch (type.plural()) {
            case "tokenreviews" -> tokens.answer(type, asked);
            case "selfsubjectreviews" -> whoAmI(type, caller);
            case "selfsubjectrulesreviews" -> rules(type, caller, asked);
            case "selfsubjectaccessreviews" -> access(type, caller, asked);
            default -> {
                mustBeComplete(type, namespace, asked);
                yield access(type, subject(asked.object("spec")), asked);
            }
        };
    }

    private JsonObject whoAmI(ResourceType type, User caller) {
        String now = clock.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return JsonObject.builder()
                .put("kind", type.kind())
                .put("apiVersion", type.apiVersion())
                .put("metadata", JsonObject.of("creationTimestamp", Json.of(now)))
                .put("status", JsonObject.of("userInfo", caller.toJson()))
                .build();
    }

    private JsonObject rules(ResourceType type, User caller, JsonObject asked) {
        String namespace = asked.text("spec", "namespace");
        if (namespace.isEmpty()) {
            throw ApiStatus.badRequest("no namespace on request");
        }
        List<Json> resources = new ArrayList<>();
        List<Json> paths = new ArrayList<>();
        for (PolicyRule rule : authorizer.rulesFor(caller, namespace)) {
            if (!rule.resources().isEmpty()) {
                resources.add(new PolicyRule(rule.groups(), rule.resources(), rule.names(), List.of(), rule.verbs())
                        .toJson());
            }
            if (!rule.paths().isEmpty()) {
                paths.add(new PolicyRule(List.of(), List.of(), List.of(), rule.paths(), rule.verbs()).toJson());
            }
        }
        JsonObject status = JsonObject.builder()
                .put("resourceRules", JsonArray.of(resources))
                .put("nonResourceRules", JsonArray.of(paths))
                .put("incomplete", false)
                .build();
        return JsonObject.builder()
                .put("kind", type.kind())
                .put("apiVersion", type.apiVersion())
                .put("metadata", JsonObject.EMPTY)
                .put("spec", JsonObject.EMPTY)
                .put("status", status)
                .build();
    }

    private JsonObject access(ResourceType type, User user, JsonObject asked) {
        JsonObject spec = asked.object("spec");
        boolean isOfResource = spec.get(RESOURCE) instanceof JsonObject;
        boolean isOfPath = spec.get(PATH) instanceof JsonObject;
        if (isOfResource && isOfPath) {
            throw invalid(
                    type,
                    PATH,
                    "Invalid value: %s: cannot be specified in combination with resourceAttributes"
                            .formatted(pathAttributes(spec.object(PATH))));
        }
        if (!isOfResource && !isOfPath) {
            throw invalid(
                    type,
                    RESOURCE,
                    "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        Authorizer.Decision decision = authorizer.authorize(user, attributes(spec));
        JsonObject.Builder status = JsonObject.builder().put("allowed", decision.isAllowed());
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        return JsonObject.builder()
                .put("kind", type.kind())
                .put("apiVersion", type.apiVersion())
                .put("metadata", asked.object("metadata"))
                .put("spec", spec)
                .put("status", status.build())
                .build();
    }

    private static String pathAttributes(JsonObject attributes) {
        return "{\"path\":\"%s\",\"verb\":\"%s\"}".formatted(attributes.text("path"), attributes.text("verb"));
    }

    private static RequestAttributes attributes(JsonObject spec) {
        JsonObject path = spec.object(PATH);
        if (spec.get(PATH) instanceof JsonObject) {
            return RequestAttributes.onPath(path.text("verb"), path.text("path"));
        }
        JsonObject of = spec.object(RESOURCE);
        return new RequestAttributes(
                of.text("verb"),
                of.text("namespace"),
                of.text("group"),
                of.text("version"),
                of.text("resource"),
                of.text("subresource"),
                of.text("name"),
                "");
    }

    private static User subject(JsonObject spec) {
        Map<String, List<String>> extra = new HashMap<>();
        JsonObject given = spec.object("extra");
        for (int i = 0; i < given.size(); i++) {
            extra.put(given.name(i), PolicyRule.texts(given.array(given.name(i))));
        }
        return new User(spec.text("user"), spec.text("uid"), PolicyRule.texts(spec.array("groups")), extra);
    }

    private static void mustBeComplete(ResourceType type, String namespace, JsonObject asked) {
        JsonObject spec = asked.object("spec");
        if (spec.text("user").isEmpty() && spec.array("groups").isEmpty()) {
            throw invalid(type, "user", "Invalid value: \"\": at least one of user or group must be specified");
        }
        String within = spec.text(RESOURCE, "namespace");
        if (type.namespaced() && !within.equals(namespace)) {
            throw invalid(
                    type,
                    RESOURCE + ".namespace",
                    "Invalid value: \"%s\": must match metadata.namespace".formatted(within));
        }
    }

    /// Kubernetes leaves out the kind here.
    private static ApiException invalid(ResourceType type, String field, String message) {
        ApiStatus full = ApiStatus.invalid(
                        new ResourceType(type.group(), type.version(), type.plural(), "", type.namespaced()),
                        "",
                        List.of(new Cause("FieldValueInvalid", message, "spec." + field)))
                .status();
        JsonObject details = full.details() == null ? JsonObject.EMPTY : full.details();
        return new ApiStatus(full.code(), full.reason(), full.message(), details.without("kind")).exception();
    }
}

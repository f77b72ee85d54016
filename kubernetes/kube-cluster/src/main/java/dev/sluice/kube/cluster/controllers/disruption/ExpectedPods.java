package dev.sluice.kube.cluster.controllers.disruption;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.Counts;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Counts the pods that a budget expects, from the scales of the controllers that own them.
final class ExpectedPods {
    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final Informer replicaSets;
    private final Informer deployments;
    private final Supplier<List<ResourceType>> types;

    /// How many pods there should be, and how many of these must be healthy.
    record Expectation(long expected, long desiredHealthy) {}

    /// The scale of a pod's controller cannot be told; the message is Kubernetes' own.
    static final class ScaleException extends Exception {
        ScaleException(String message) {
            super(message);
        }
    }

    /// One controller's uid and replicas.
    private record Scale(String uid, long replicas) {}

    /// @param types all resources that are served right now
    ExpectedPods(Kube kube, Informer replicaSets, Informer deployments, Supplier<List<ResourceType>> types) {
        this.kube = kube;
        this.replicaSets = replicaSets;
        this.deployments = deployments;
        this.types = types;
    }

    /// What a budget expects, given the pods that it selects.
    Expectation of(JsonObject budget, List<JsonObject> pods) throws ScaleException {
        if (budget.object("spec").has("maxUnavailable")) {
            long expected = scaleOf(pods);
            long unavailable = Counts.of(budget, expected, true, 0, "spec", "maxUnavailable");
            return new Expectation(expected, Math.max(0, expected - unavailable));
        }
        if (budget.at("spec", "minAvailable") instanceof JsonString) {
            long expected = scaleOf(pods);
            return new Expectation(expected, Counts.of(budget, expected, true, 0, "spec", "minAvailable"));
        }
        return new Expectation(pods.size(), budget.number(0, "spec", "minAvailable"));
    }

    /// The sum of the replicas of all controllers of the pods; pods without a controller count for nothing.
    private long scaleOf(List<JsonObject> pods) throws ScaleException {
        Map<String, Long> replicas = new HashMap<>();
        Map<String, Boolean> seen = new HashMap<>();
        for (JsonObject pod : pods) {
            JsonObject controller = Owners.controller(pod);
            if (controller != null && seen.put(controller.text("uid"), true) == null) {
                Scale scale = scale(controller, KubeObjects.namespace(pod))
                        .orElseThrow(() ->
                                new ScaleException("found no controllers for pod \"" + KubeObjects.name(pod) + "\""));
                replicas.put(scale.uid(), scale.replicas());
            }
        }
        return replicas.values().stream().mapToLong(Long::longValue).sum();
    }

    private Optional<Scale> scale(JsonObject controller, String namespace) throws ScaleException {
        ResourceType type = typeOf(controller);
        if (type == null) {
            return Optional.empty();
        }
        ObjectKey key = new ObjectKey(namespace, controller.text("name"));
        if (type.groupResource().equals(KubeTypes.REPLICA_SETS.groupResource())) {
            JsonObject set = replicaSets.cache().get(key);
            if (set == null || !KubeObjects.uid(set).equals(controller.text("uid"))) {
                return Optional.empty();
            }
            JsonObject owner = Owners.controller(set);
            return owner == null || !owner.text("kind").equals(KubeTypes.DEPLOYMENTS.kind())
                    ? Optional.of(new Scale(KubeObjects.uid(set), set.number(1, "spec", "replicas")))
                    : scaleOfDeployment(owner, namespace);
        }
        return scaleSubresource(type, key, controller.text("uid"));
    }

    private Optional<Scale> scaleOfDeployment(JsonObject owner, String namespace) {
        JsonObject deployment = deployments.cache().get(new ObjectKey(namespace, owner.text("name")));
        return deployment == null || !KubeObjects.uid(deployment).equals(owner.text("uid"))
                ? Optional.empty()
                : Optional.of(new Scale(KubeObjects.uid(deployment), deployment.number(1, "spec", "replicas")));
    }

    private Optional<Scale> scaleSubresource(ResourceType type, ObjectKey key, String uid) throws ScaleException {
        JsonObject scale = found(type, key, "scale");
        if (scale == null) {
            if (found(type, key, "") == null) {
                return Optional.empty();
            }
            throw new ScaleException(type.groupResource() + " does not implement the scale subresource");
        }
        return KubeObjects.uid(scale).equals(uid)
                ? Optional.of(new Scale(uid, scale.number(0, "spec", "replicas")))
                : Optional.empty();
    }

    private @Nullable JsonObject found(ResourceType type, ObjectKey key, String subresource) {
        try {
            return kube.get(type, key, subresource);
        } catch (ApiException e) {
            if (e.code() == NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private @Nullable ResourceType typeOf(JsonObject controller) {
        for (ResourceType type : types.get()) {
            if (type.kind().equals(controller.text("kind"))
                    && type.apiVersion().equals(controller.text("apiVersion"))) {
                return type;
            }
        }
        return null;
    }
}

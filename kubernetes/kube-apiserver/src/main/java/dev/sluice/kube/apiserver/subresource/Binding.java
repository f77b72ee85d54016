package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.plugin.PodTopologyLabels;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;

/// The `binding` subresource: binds a pod to a node.
final class Binding implements SubresourceHandler {
    private final RequestContext context;
    private final AdmissionPlugin admission;

    Binding(RequestContext context, AdmissionPlugin admission) {
        this.context = context;
        this.admission = admission;
    }

    @Override
    public JsonObject create(ResourceType pods, ObjectKey key, JsonObject given, WriteOptions options) {
        if (!KubeObjects.name(given).equals(key.name())) {
            throw ApiStatus.badRequest("name in URL does not match name in Binding object");
        }
        AdmissionPlugin.Write write = new AdmissionPlugin.Write(
                AdmissionPlugin.Operation.CREATE,
                pods,
                key,
                "binding",
                given,
                null,
                options.dryRun(),
                options.warnings());
        JsonObject binding = admission.changed(write);
        admission.check(write.with(binding));
        String node = binding.text("target", "name");
        String kind = binding.text("target", "kind");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            throw ApiStatus.internal(
                    "target.kind: Unsupported value: \"%s\": supported values: \"Node\", \"<empty>\"".formatted(kind));
        }
        if (node.isEmpty()) {
            throw ApiStatus.internal("target.name: Required value");
        }
        JsonObject pod = context.existing(pods, key);
        mustBeFree(pods, key, pod, binding);
        JsonObject bound = Conditions.with(withMetadata(pod, binding, node), scheduled())
                .withAt(Json.of(node), "spec", "nodeName")
                .withoutAt("status", "nominatedNodeName");
        if (!options.dryRun()) {
            context.store().put(pods.groupResource(), key, bound);
        }
        return SuccessStatus.success(201);
    }

    private static void mustBeFree(ResourceType pods, ObjectKey key, JsonObject pod, JsonObject binding) {
        String uid = KubeObjects.uid(binding);
        if (!uid.isEmpty() && !uid.equals(KubeObjects.uid(pod))) {
            throw ApiStatus.preconditionFailed(pods, key, "UID", uid, KubeObjects.uid(pod));
        }
        String version = KubeObjects.resourceVersion(binding);
        if (!version.isEmpty() && !version.equals(KubeObjects.resourceVersion(pod))) {
            throw ApiStatus.preconditionFailed(pods, key, "ResourceVersion", version, KubeObjects.resourceVersion(pod));
        }
        if (KubeObjects.isTerminating(pod)) {
            throw bindConflict(
                    pods, key, "pod %s is being deleted, cannot be assigned to a host".formatted(key.name()));
        }
        String has = pod.text("spec", "nodeName");
        if (!has.isEmpty()) {
            throw bindConflict(pods, key, "pod %s is already assigned to node \"%s\"".formatted(key.name(), has));
        }
        if (!pod.array("spec", "schedulingGates").isEmpty()) {
            throw bindConflict(pods, key, "pod %s has non-empty .spec.schedulingGates".formatted(key.name()));
        }
    }

    private static RuntimeException bindConflict(ResourceType pods, ObjectKey key, String why) {
        ResourceType binding = new ResourceType(pods.group(), pods.version(), "pods/binding", pods.kind(), true);
        return ApiStatus.conflict(binding, key.name(), why);
    }

    /// With what the binding says of the pod, and where the node is.
    private JsonObject withMetadata(JsonObject pod, JsonObject binding, String node) {
        JsonObject changed = pod;
        for (String field : List.of("annotations", "labels")) {
            JsonObject given = binding.object("metadata", field);
            for (int i = 0; i < given.size(); i++) {
                changed = changed.withAt(given.value(i), "metadata", field, given.name(i));
            }
        }
        return new PodTopologyLabels(context).given(changed, node);
    }

    private JsonObject scheduled() {
        return JsonObject.builder()
                .put("type", "PodScheduled")
                .put("status", "True")
                .put("lastProbeTime", JsonNull.NULL)
                .put("lastTransitionTime", context.timestamp(0))
                .build();
    }
}

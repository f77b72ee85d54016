package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;

/// Gives a pod its node, once and for all.
final class Binding {
    private final Ground ground;
    private final Admission admission;

    Binding(Ground ground, Admission admission) {
        this.ground = ground;
        this.admission = admission;
    }

    JsonObject bind(ResourceType pods, ObjectKey key, JsonObject given, WriteOptions options) {
        PathAgreement.mustBeNamed(key.name(), given);
        Admission.Write write =
                new Admission.Write(Admission.Operation.CREATE, pods, key, "binding", given, null, options.dryRun());
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
        JsonObject pod = ground.existing(pods, key);
        mustBeFree(pods, key, pod, binding);
        JsonObject bound =
                withCondition(withAnnotations(pod, binding), scheduled()).withAt(Json.of(node), "spec", "nodeName");
        if (!options.dryRun()) {
            ground.store().put(pods.groupResource(), key, bound);
        }
        return JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Success")
                .put("code", 201)
                .build();
    }

    private static void mustBeFree(ResourceType pods, ObjectKey key, JsonObject pod, JsonObject binding) {
        String uid = KubeObjects.uid(binding);
        if (!uid.isEmpty() && !uid.equals(KubeObjects.uid(pod))) {
            throw ApiStatus.notTheOneMeant(pods, key, "UID", uid, KubeObjects.uid(pod));
        }
        String version = KubeObjects.resourceVersion(binding);
        if (!version.isEmpty() && !version.equals(KubeObjects.resourceVersion(pod))) {
            throw ApiStatus.notTheOneMeant(pods, key, "ResourceVersion", version, KubeObjects.resourceVersion(pod));
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

    private static JsonObject withAnnotations(JsonObject pod, JsonObject binding) {
        JsonObject changed = pod;
        JsonObject annotations = binding.object("metadata", "annotations");
        for (int i = 0; i < annotations.size(); i++) {
            changed = changed.withAt(annotations.value(i), "metadata", "annotations", annotations.name(i));
        }
        return changed;
    }

    private JsonObject scheduled() {
        return JsonObject.builder()
                .put("type", "PodScheduled")
                .put("status", "True")
                .put("lastProbeTime", JsonNull.NULL)
                .put("lastTransitionTime", ground.timestamp(0))
                .build();
    }

    private static JsonObject withCondition(JsonObject pod, JsonObject condition) {
        JsonArray conditions = pod.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(condition.text("type"))) {
                return pod.withAt(conditions.with(i, condition), "status", "conditions");
            }
        }
        return pod.withAt(conditions.plus(condition), "status", "conditions");
    }
}

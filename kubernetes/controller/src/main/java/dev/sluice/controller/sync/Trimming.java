package dev.sluice.controller.sync;

import dev.sluice.controller.intake.Gates;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Removes what the sync does not read. Managed fields, environment variables and volumes are most of a pod.
final class Trimming {
    private static final String[] METADATA = {
        "name",
        "namespace",
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "labels",
        "annotations",
        "ownerReferences",
        "finalizers"
    };

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private static final String[] POD_SPEC = {
        "nodeName",
        "schedulerName",
        "priority",
        "hostNetwork",
        "restartPolicy",
        "overhead",
        "resources",
        "schedulingGates",
        "activeDeadlineSeconds",
        "terminationGracePeriodSeconds"
    };

    private static final String[] CONTAINER = {"name", "restartPolicy", "resources", "ports"};

    private static final String[] POD_STATUS = {
        "phase",
        "reason",
        "message",
        "startTime",
        "nominatedNodeName",
        "conditions",
        "resize",
        "resources",
        "allocatedResources",
        "nodeAllocatableResourceClaimStatuses",
        "observedGeneration"
    };

    private static final String[] CONTAINER_STATUS = {"name", "resources", "allocatedResources", "state"};

    private static final String[] JOB_SPEC = {
        "suspend",
        "parallelism",
        "completions",
        "completionMode",
        "backoffLimit",
        "backoffLimitPerIndex",
        "activeDeadlineSeconds",
        "podReplacementPolicy",
        "managedBy"
    };

    /// Beside [#POD_SPEC], what decides where pods may run.
    private static final String[] PLACE_SPEC = {
        "nodeSelector",
        "affinity",
        "tolerations",
        "topologySpreadConstraints",
        "volumes",
        "resourceClaims",
        "runtimeClassName",
        "schedulingGroup",
        "workloadRef",
        "priorityClassName"
    };

    private static final String[] JOB_STATUS = {
        "startTime", "active", "succeeded", "failed", "conditions", "completedIndexes", "failedIndexes"
    };

    private static final String[] NODE_SPEC = {"unschedulable", "taints"};
    private static final String[] NODE_STATUS = {"allocatable", "capacity", "conditions"};

    private Trimming() {}

    static JsonObject node(JsonObject node) {
        return JsonObject.builder()
                .put("metadata", metadata(node))
                .put("spec", pick(node.object("spec"), NODE_SPEC))
                .put("status", pick(node.object("status"), NODE_STATUS))
                .build();
    }

    static JsonObject namespace(JsonObject namespace) {
        return JsonObject.of("metadata", metadata(namespace));
    }

    static JsonObject job(JsonObject job) {
        JsonObject template = job.object("spec", "template");
        JsonObject.Builder pod = podSpec(template.object("spec"));
        pick(template.object("spec"), PLACE_SPEC, pod);
        JsonObject trimmed = JsonObject.builder()
                .put("metadata", metadata(template))
                .put("spec", pod.build())
                .build();
        return JsonObject.builder()
                .put("metadata", metadata(job))
                .put(
                        "spec",
                        picked(job.object("spec"), JOB_SPEC)
                                .put("template", trimmed)
                                .build())
                .put("status", pick(job.object("status"), JOB_STATUS))
                .build();
    }

    private static JsonObject.Builder podSpec(JsonObject spec) {
        JsonObject.Builder some = picked(spec, POD_SPEC);
        putAll(some, spec, "containers", CONTAINER);
        putAll(some, spec, "initContainers", CONTAINER);
        return some;
    }

    static JsonObject pod(JsonObject pod) {
        return pod(pod, podSpec(pod.object("spec")));
    }

    /// Keeps what decides where the pod may run, if it waits behind our gate.
    static JsonObject foreignPod(JsonObject pod) {
        return Gates.isGated(pod.object("spec")) ? ownPod(pod) : pod(pod);
    }

    /// Keeps what decides where the pod may run, too.
    static JsonObject ownPod(JsonObject pod) {
        JsonObject.Builder spec = podSpec(pod.object("spec"));
        pick(pod.object("spec"), PLACE_SPEC, spec);
        return pod(pod, spec);
    }

    private static JsonObject pod(JsonObject pod, JsonObject.Builder spec) {
        JsonObject.Builder status = picked(pod.object("status"), POD_STATUS);
        putAll(status, pod.object("status"), "containerStatuses", CONTAINER_STATUS);
        putAll(status, pod.object("status"), "initContainerStatuses", CONTAINER_STATUS);
        return JsonObject.builder()
                .put("metadata", metadata(pod))
                .put("spec", spec.build())
                .put("status", status.build())
                .build();
    }

    private static JsonObject metadata(JsonObject object) {
        JsonObject metadata = pick(object.object("metadata"), METADATA);
        return metadata.object("annotations").has(LAST_APPLIED)
                ? metadata.withoutAt("annotations", LAST_APPLIED)
                : metadata;
    }

    private static JsonObject pick(JsonObject from, String[] fields) {
        return picked(from, fields).build();
    }

    private static JsonObject.Builder picked(JsonObject from, String[] fields) {
        JsonObject.Builder some = JsonObject.builder();
        pick(from, fields, some);
        return some;
    }

    private static void pick(JsonObject from, String[] fields, JsonObject.Builder into) {
        for (String field : fields) {
            Json value = from.get(field);
            if (value != null) {
                into.put(field, value);
            }
        }
    }

    private static void putAll(JsonObject.Builder into, JsonObject from, String list, String[] fields) {
        if (!from.has(list)) {
            return;
        }
        List<Json> items = new ArrayList<>();
        for (Json each : from.array(list)) {
            items.add(each instanceof JsonObject item ? pick(item, fields) : each);
        }
        into.put(list, JsonArray.of(items));
    }
}

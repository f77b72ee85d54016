package dev.sluice.cli.demo.live;

import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The cluster's objects at one moment.
///
/// @param jobs by name
/// @param pods by namespace and name
/// @param nodes by name
record Observation(
        SortedMap<String, JsonObject> jobs, SortedMap<String, JsonObject> pods, SortedMap<String, JsonObject> nodes) {

    static Observation of(Kube kube, String namespace) {
        SortedMap<String, JsonObject> jobs = new TreeMap<>();
        kube.list(KubeTypes.JOBS, namespace, ListOptions.ALL).items().forEach(it -> jobs.put(KubeObjects.name(it), it));
        SortedMap<String, JsonObject> pods = new TreeMap<>();
        kube.list(KubeTypes.PODS, "", ListOptions.ALL)
                .items()
                .forEach(it -> pods.put(KubeObjects.namespace(it) + "/" + KubeObjects.name(it), it));
        SortedMap<String, JsonObject> nodes = new TreeMap<>();
        kube.list(KubeTypes.NODES, "", ListOptions.ALL).items().forEach(it -> nodes.put(KubeObjects.name(it), it));
        return new Observation(jobs, pods, nodes);
    }

    /// Returns what a Job's object says of it.
    static String stateOf(JsonObject json) {
        Job job = new Job(json);
        if (Conditions.isTrue(json, "Complete")) {
            return "is complete";
        }
        if (Conditions.isTrue(json, "Failed")) {
            return "has failed: " + conditionReason(json, "Failed");
        }
        if (job.isSuspended()) {
            String why = json.text("metadata", "annotations", SluiceNames.REFUSED);
            return why.isEmpty() ? "is queued" : "is refused: " + why;
        }
        String attempt = json.text("metadata", "annotations", SluiceNames.ATTEMPT);
        return "is released to " + json.text("metadata", "annotations", SluiceNames.NODES)
                + (attempt.equals("1") ? "" : ", attempt " + attempt);
    }

    private static String conditionReason(JsonObject json, String type) {
        for (Json each : json.array("status", "conditions")) {
            if (each instanceof JsonObject condition && condition.text("type").equals(type)) {
                return condition.text("reason");
            }
        }
        return "";
    }

    /// Returns what is to be told of a pod; empty if nothing is. Pods that just run are their Job's business.
    static String stateOf(Pod pod, boolean isForeign) {
        if (isForeign) {
            return pod.isPlaced() ? "of another scheduler is on " + pod.nodeName() : "";
        }
        if (pod.hasFailed()) {
            String reason = pod.json().text("status", "reason");
            return "on " + pod.nodeName() + " has failed" + (reason.isEmpty() ? "" : ": " + reason);
        }
        return KubeObjects.isTerminating(pod.json()) ? "on " + pod.nodeName() + " is terminating" : "";
    }

    static String stateOf(Node node) {
        return node.isReady() ? "is ready" : "is not ready";
    }

    /// Returns the pods on a node that hold resources.
    List<JsonObject> podsOn(String node) {
        return pods.values().stream()
                .filter(it -> new Pod(it).nodeName().equals(node) && !new Pod(it).isTerminal())
                .toList();
    }

    static String jobOf(JsonObject pod) {
        return pod.text("metadata", "labels", "batch.kubernetes.io/job-name");
    }
}

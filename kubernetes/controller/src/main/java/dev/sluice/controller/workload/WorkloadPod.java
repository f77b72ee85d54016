package dev.sluice.controller.workload;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import java.util.Set;

/// A pod of a job.
final class WorkloadPod {
    /// What a kubelet calls a pod that it refuses, beside `OutOf…`.
    private static final Set<String> REFUSALS = Set.of(
            "NodeAffinity",
            "UnexpectedAdmissionError",
            "TopologyAffinityError",
            "SMTAlignmentError",
            "NodePorts",
            "TaintToleration",
            "NodeUnschedulable",
            "Terminated",
            "NodeShutdown");

    final String uid;
    final ObjectKey key;
    final int index;

    /// Its last state; empty before the first report.
    Pod pod = new Pod(JsonObject.EMPTY);

    /// The node whose place it has taken: it is bound there, or is being bound; empty if none.
    String node = "";

    /// Whether a call about the pod is under way or waits for its back-off.
    boolean isBusy;

    int failures;

    WorkloadPod(JsonObject json) {
        this.uid = KubeObjects.uid(json);
        this.key = new ObjectKey(KubeObjects.namespace(json), KubeObjects.name(json));
        this.index = new Pod(json).completionIndex();
    }

    void see(JsonObject json) {
        pod = new Pod(json);
    }

    /// Whether it holds resources of its node.
    boolean isHolding() {
        return pod.isPlaced() && !pod.isTerminal();
    }

    boolean isToBeBound() {
        return !pod.isPlaced() && pod.isActive() && node.isEmpty() && !isBusy && !hasGates();
    }

    private boolean hasGates() {
        return !pod.json().array("spec", "schedulingGates").isEmpty();
    }

    /// Whether a container has run.
    boolean hasStarted() {
        return pod.phase().equals(Pod.RUNNING)
                || pod.hasSucceeded()
                || hasRun("containerStatuses")
                || hasRun("initContainerStatuses");
    }

    private boolean hasRun(String statuses) {
        for (Json each : pod.json().array("status", statuses)) {
            if (each instanceof JsonObject status
                    && (status.object("state").has("running")
                            || status.object("state").has("terminated"))) {
                return true;
            }
        }
        return false;
    }

    /// Whether the kubelet of its node refused it.
    boolean isRefused() {
        String reason = pod.json().text("status", "reason");
        return pod.hasFailed() && !hasStarted() && (reason.startsWith("OutOf") || REFUSALS.contains(reason));
    }
}

package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.runtime.time.Timers;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A pod of a job.
final class WorkloadPod {
    /// What a kubelet calls a pod that it refuses, beside `OutOf…`. It calls pods that have run `Evicted`, too.
    private static final Set<String> REFUSALS = Set.of(
            "NodeAffinity",
            "UnexpectedAdmissionError",
            "TopologyAffinityError",
            "SMTAlignmentError",
            "NodePorts",
            "TaintToleration",
            "NodeUnschedulable",
            "Terminated",
            "NodeShutdown",
            "Evicted");

    final String uid;
    final ObjectKey key;
    final int index;

    /// Its last state; empty before the first report.
    Pod pod = new Pod(JsonObject.EMPTY);

    /// Its shape in its group; null until it is looked for.
    @Nullable
    PodShape shape;

    /// The node whose place it has taken: it is bound there, or is being bound; empty if none.
    String node = "";

    /// Whether the place that it had last is the job's no more.
    boolean isPlaceReleased;

    /// Whether a call about the pod is under way or waits for its back-off.
    boolean isBusy;

    int failures;

    /// Whether the default scheduler has found no room for it for too long.
    boolean isGivenUp;

    /// The timer that runs until it is given up.
    long watch = Timers.NO_TIMER;

    /// Whether it was seen on its node.
    boolean isSeenThere;

    /// Whether it has left the selector of its informer, and its last state is being read.
    boolean isLeaving;

    WorkloadPod(JsonObject json) {
        this.uid = KubeObjects.uid(json);
        this.key = new ObjectKey(KubeObjects.namespace(json), KubeObjects.name(json));
        this.index = new Pod(json).completionIndex();
    }

    void see(JsonObject json) {
        pod = new Pod(json);
    }

    /// Returns a pod that no workload knows yet.
    static WorkloadPod of(JsonObject json) {
        WorkloadPod pod = new WorkloadPod(json);
        pod.see(json);
        return pod;
    }

    /// Whether it holds resources of its node.
    boolean isHolding() {
        return pod.isPlaced() && !pod.isTerminal();
    }

    /// Whether it waits for a place: until it is bound, or until the default scheduler may bind it.
    boolean isToBePlaced() {
        boolean isReady = path() == PlacementPath.GATE ? isGated() : !hasGates();
        return isReady && !pod.isPlaced() && pod.isActive() && node.isEmpty() && !isBusy;
    }

    /// How it gets to its node: its scheduler never changes.
    PlacementPath path() {
        boolean isBoundByUs = pod.json().text("spec", "schedulerName").equals(SluiceNames.SCHEDULER);
        return isBoundByUs ? PlacementPath.BINDING : PlacementPath.GATE;
    }

    boolean isGated() {
        return Gates.isGated(pod.json().object("spec"));
    }

    private boolean hasGates() {
        return !pod.json().array("spec", "schedulingGates").isEmpty();
    }

    /// Returns the node on which it runs or may run; empty if it has none yet.
    String whereabouts() {
        if (pod.isPlaced()) {
            return pod.nodeName();
        }
        boolean isPinned = path() == PlacementPath.GATE && !isGated() && !isGivenUp;
        return isPinned ? pod.json().text("metadata", "annotations", SluiceNames.NODES) : "";
    }

    /// Whether the default scheduler finds no room for it on the node that is left to it.
    boolean isUnschedulable() {
        JsonObject condition = scheduled();
        return condition != null
                && condition.text("status").equals(Conditions.FALSE)
                && condition.text("reason").equals("Unschedulable")
                && path() == PlacementPath.GATE
                && !isGated()
                && !pod.isPlaced()
                && pod.isActive();
    }

    private @Nullable JsonObject scheduled() {
        return Conditions.find(pod.json().array("status", "conditions"), "PodScheduled");
    }

    /// Why the default scheduler does not bind it, in its words.
    String unschedulableFor() {
        JsonObject condition = scheduled();
        return condition == null ? "" : condition.text("message");
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

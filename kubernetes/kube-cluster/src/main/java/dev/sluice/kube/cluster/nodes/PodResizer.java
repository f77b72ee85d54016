package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import org.jspecify.annotations.Nullable;

/// Resizes running pods as the kubelet does.
///
/// ```
///   spec changed ── no room ── PodResizePending: Deferred, tried again when the node has more room
///        │      └── more than the node has ── PodResizePending: Infeasible
///        └── allocated ── PodResizeInProgress ── in effect
/// ```
record PodResizer(StatusWrites statuses, WorkQueue<ObjectKey> queue) {
    static final String PENDING = "PodResizePending";
    static final String IN_PROGRESS = "PodResizeInProgress";

    /// How long it takes until an allocated size is in effect.
    static final long ACTUATION_NANOS = Clock.NANOS_PER_SECOND;

    /// @param object the node as the server has it
    void look(JsonObject object, SimulatedNode node, JsonObject pod, RunningPod life, long nowNanos) {
        PodSize size = life.size();
        if (!size.isActuated() && life.actuateNanos() <= nowNanos) {
            size.actuate();
            life.actuateAt(RunningPod.NEVER_NANOS);
            node.recount(life, size.request(pod));
            write(node, pod, life, nowNanos, Conditions.without(conditions(pod), IN_PROGRESS));
            retryDeferred(node);
            // The new status leads here again.
            return;
        }
        if (size.isAllocated(pod)) {
            settle(node, pod, life, nowNanos);
            return;
        }
        KubeletAdmission.@Nullable Refusal refusal = KubeletAdmission.refusalOfResize(object, node, life, pod);
        if (refusal == null) {
            size.allocate(pod);
            life.actuateAt(nowNanos + ACTUATION_NANOS);
            node.defer(KubeObjects.key(pod), false);
            node.recount(life, size.request(pod));
            JsonArray others = Conditions.without(conditions(pod), PENDING);
            write(node, pod, life, nowNanos, with(others, pod, IN_PROGRESS, "", "", nowNanos));
            return;
        }
        node.defer(KubeObjects.key(pod), refusal.reason().equals(KubeletAdmission.DEFERRED));
        JsonArray pending = with(conditions(pod), pod, PENDING, refusal.reason(), refusal.message(), nowNanos);
        if (!pending.equals(conditions(pod))) {
            write(node, pod, life, nowNanos, pending);
        }
    }

    /// The spec was changed back to what is allocated.
    private void settle(SimulatedNode node, JsonObject pod, RunningPod life, long nowNanos) {
        node.defer(KubeObjects.key(pod), false);
        if (Conditions.find(conditions(pod), PENDING) != null) {
            write(node, pod, life, nowNanos, Conditions.without(conditions(pod), PENDING));
        }
    }

    /// Looks again at the pods of a node that wait for room.
    void retryDeferred(SimulatedNode node) {
        node.deferred().forEach(queue::add);
    }

    private static JsonArray conditions(JsonObject pod) {
        return pod.array("status", "conditions");
    }

    private static JsonArray with(
            JsonArray conditions, JsonObject pod, String type, String reason, String message, long nowNanos) {
        JsonArray changed = Conditions.with(conditions, type, true, reason, message, nowNanos);
        JsonObject condition = Conditions.find(changed, type);
        return condition == null
                ? changed
                : Conditions.with(
                        changed,
                        condition.with("observedGeneration", Json.of(pod.number(1, "metadata", "generation"))));
    }

    private void write(SimulatedNode node, JsonObject pod, RunningPod life, long nowNanos, JsonArray conditions) {
        statuses.write(pod, life, new PodStatuses(pod, life, node.ip(), nowNanos).resized(conditions));
    }
}

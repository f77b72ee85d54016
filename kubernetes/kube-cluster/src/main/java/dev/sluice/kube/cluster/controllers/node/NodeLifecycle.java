package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.cluster.object.Taints;
import dev.sluice.kube.cluster.object.Times;
import dev.sluice.kube.cluster.work.Loop;
import dev.sluice.kube.cluster.work.OwnWrites;
import dev.sluice.kube.cluster.work.PodHands;
import dev.sluice.kube.cluster.work.WorkQueue;
import dev.sluice.kube.cluster.work.World;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.Onlooker;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Notices nodes that fall silent, taints those that are not well, and evicts the pods that do not tolerate it.
///
/// When a node was last heard of is when we heard of it, by our clock; nodes' clocks may be wrong.
public final class NodeLifecycle {
    /// As long as a kube-controller-manager waits.
    static final long GRACE_NANOS = 50 * Clock.NANOS_PER_SECOND;

    private static final List<String> SILENT = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    private final Kube kube;
    private final Clock clock;
    private final Informer nodes;
    private final Informer pods;
    private final WorkQueue<ObjectKey> queue;
    private final OwnWrites<ObjectKey> writes;
    private final Map<String, Long> heardNanos = new HashMap<>();
    private final PodHands hands;
    private final Disruption disruption;

    public NodeLifecycle(World world) {
        this.kube = world.kube();
        this.clock = world.clock();
        this.nodes = world.informer(KubeTypes.NODES);
        this.pods = world.informer(KubeTypes.PODS);
        this.queue = new WorkQueue<>(world.timers());
        this.writes = new OwnWrites<>(nodes);
        this.hands = new PodHands(kube);
        this.disruption = new Disruption(hands);
        Informer leases = world.informer(KubeTypes.LEASES);
        nodes.tell(new NodeOnlooker());
        leases.tell(Onlooker.ofAnything(lease -> {
            if (KubeObjects.namespace(lease).equals("kube-node-lease")) {
                heardNanos.put(KubeObjects.name(lease), clock.nowNanos());
            }
        }));
        pods.tell(Onlooker.ofAnything(this::lookAtPod));
        world.drive(new Loop<>("node lifecycle", queue, List.of(nodes, leases, pods), this::reconcile));
    }

    private final class NodeOnlooker implements Onlooker {
        @Override
        public void added(JsonObject node) {
            heardNanos.put(KubeObjects.name(node), clock.nowNanos());
            queue.add(KubeObjects.key(node));
        }

        @Override
        public void changed(JsonObject before, JsonObject node) {
            if (!heartbeat(before).equals(heartbeat(node))) {
                heardNanos.put(KubeObjects.name(node), clock.nowNanos());
            }
            queue.add(KubeObjects.key(node));
        }

        @Override
        public void gone(JsonObject node) {
            heardNanos.remove(KubeObjects.name(node));
        }

        private static String heartbeat(JsonObject node) {
            JsonObject ready = Conditions.find(node.array("status", "conditions"), "Ready");
            return ready == null ? "" : ready.text("lastHeartbeatTime");
        }
    }

    private void lookAtPod(JsonObject pod) {
        String name = pod.text("spec", "nodeName");
        JsonObject node = name.isEmpty() ? null : nodes.cache().get(ObjectKey.of(name));
        if (node != null && !node.array("spec", "taints").isEmpty()) {
            queue.add(ObjectKey.of(name));
        }
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject node = nodes.cache().get(key);
        if (node == null) {
            return;
        }
        if (!writes.areSeen(key)) {
            queue.addAt(key, nowNanos + OwnWrites.LOOK_AGAIN_NANOS);
            return;
        }
        long silentAt = heardNanos.getOrDefault(key.name(), nowNanos) + GRACE_NANOS;
        if (silentAt <= nowNanos) {
            node = sayUnknown(key, node, nowNanos);
        } else {
            queue.addAt(key, silentAt);
        }
        JsonArray taints = NodeTaints.of(node, nowNanos);
        if (!taints.equals(node.array("spec", "taints"))) {
            JsonObject changed =
                    taints.isEmpty() ? node.withoutAt("spec", "taints") : node.withAt(taints, "spec", "taints");
            node = kube.update(KubeTypes.NODES, key, "", changed, WriteOptions.PLAIN);
            writes.wrote(key, node);
        }
        look(key, node, nowNanos);
    }

    private JsonObject sayUnknown(ObjectKey key, JsonObject node, long nowNanos) {
        JsonArray conditions = node.array("status", "conditions");
        for (String type : SILENT) {
            JsonObject known = Conditions.find(conditions, type);
            if (known != null && known.text("status").equals(Conditions.UNKNOWN)) {
                continue;
            }
            JsonObject condition = JsonObject.builder()
                    .put("type", type)
                    .put("status", Conditions.UNKNOWN)
                    .put(
                            "lastHeartbeatTime",
                            known == null
                                    ? Json.of(node.text("metadata", "creationTimestamp"))
                                    : Json.of(known.text("lastHeartbeatTime")))
                    .put("lastTransitionTime", Times.of(nowNanos))
                    .put("reason", known == null ? "NodeStatusNeverUpdated" : "NodeStatusUnknown")
                    .put(
                            "message",
                            known == null
                                    ? "Kubelet never posted node status."
                                    : "Kubelet stopped posting node status.")
                    .build();
            conditions = Conditions.with(conditions, condition);
        }
        if (conditions.equals(node.array("status", "conditions"))) {
            return node;
        }
        JsonObject written = kube.update(
                KubeTypes.NODES, key, "status", node.withAt(conditions, "status", "conditions"), WriteOptions.PLAIN);
        writes.wrote(key, written);
        return written;
    }

    /// Pods on a node that is not ready are not ready either, and leave it as their tolerations say.
    private void look(ObjectKey key, JsonObject node, long nowNanos) {
        JsonObject ready = Conditions.find(node.array("status", "conditions"), "Ready");
        boolean isReady = ready == null || ready.text("status").equals(Conditions.TRUE);
        if (isReady && node.array("spec", "taints").isEmpty()) {
            return;
        }
        for (JsonObject pod : pods.cache().find(Index.NODE, key.name())) {
            if (!isReady && Pods.isReady(pod)) {
                sayNotReady(pod, nowNanos);
            }
            if (Pods.isActive(pod)) {
                evictInTime(key, node, pod, nowNanos);
            }
        }
    }

    private void sayNotReady(JsonObject pod, long nowNanos) {
        JsonObject known = Conditions.find(pod.array("status", "conditions"), "Ready");
        if (known != null) {
            JsonObject condition =
                    known.with("status", Conditions.FALSE).with("lastTransitionTime", Times.of(nowNanos));
            hands.writeStatus(
                    pod, JsonObject.of("conditions", Conditions.with(pod.array("status", "conditions"), condition)));
        }
    }

    private void evictInTime(ObjectKey key, JsonObject node, JsonObject pod, long nowNanos) {
        long due = evictionNanos(node, pod, nowNanos);
        if (due <= nowNanos) {
            disruption.evict(pod, nowNanos);
        } else if (due != Long.MAX_VALUE) {
            queue.addAt(key, due);
        }
    }

    private static long evictionNanos(JsonObject node, JsonObject pod, long nowNanos) {
        long due = Long.MAX_VALUE;
        for (Json each : node.array("spec", "taints")) {
            if (!(each instanceof JsonObject taint) || !taint.text("effect").equals(NodeTaints.NO_EXECUTE)) {
                continue;
            }
            JsonObject toleration = Taints.toleration(pod, taint);
            if (toleration == null) {
                return nowNanos;
            }
            if (toleration.has("tolerationSeconds")) {
                long since = Times.parse(taint.text("timeAdded"), nowNanos);
                long seconds = Math.max(0, toleration.number(0, "tolerationSeconds"));
                due = Math.min(due, since + seconds * Clock.NANOS_PER_SECOND);
            }
        }
        return due;
    }
}

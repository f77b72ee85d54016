package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.OwnWrites;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Monitors node heartbeats, and taints nodes that are not ready.
///
/// The time of a heartbeat is when this controller saw it, by its own clock, as nodes' clocks may be wrong. NoSchedule
/// taints are set at once, NoExecute taints at the rate that the node's zone allows.
public final class NodeLifecycle {
    private static final String ZONES = "zones";

    private final Kube kube;
    private final Clock clock;
    private final NodeControlSettings settings;
    private final Informer nodes;
    private final Informer pods;
    private final WorkQueue<ObjectKey> queue;
    private final WorkQueue<String> zoneQueue;
    private final WorkQueue<ObjectKey> podQueue;
    private final OwnWrites<ObjectKey> writes;
    private final Map<String, Long> heardNanos = new HashMap<>();
    private final Map<String, JsonObject> known = new HashMap<>();
    private final Zones zones;
    private final PodUpdates control;
    private final EventSource events;

    public NodeLifecycle(ControllerContext context, NodeControlSettings settings) {
        this.kube = context.kube();
        this.clock = context.clock();
        this.settings = settings;
        this.nodes = context.informer(KubeTypes.NODES);
        this.pods = context.informer(KubeTypes.PODS);
        this.queue = new WorkQueue<>(context.timers());
        this.zoneQueue = new WorkQueue<>(context.timers());
        this.podQueue = new WorkQueue<>(context.timers());
        this.writes = new OwnWrites<>(nodes);
        this.zones = new Zones(settings);
        this.control = new PodUpdates(kube);
        this.events = context.events().source("node-controller");
        Informer leases = context.informer(KubeTypes.LEASES);
        nodes.addHandler(new NodeHandler());
        leases.addHandler(InformerHandler.onAnyChange(lease -> {
            if (KubeObjects.namespace(lease).equals("kube-node-lease")) {
                heardNanos.put(KubeObjects.name(lease), clock.nowNanos());
            }
        }));
        pods.addHandler(new PodHandler());
        context.drive(new ControllerLoop<>("node lifecycle", queue, List.of(nodes, leases, pods), this::reconcile));
        context.drive(new ControllerLoop<>("zones", zoneQueue, List.of(nodes), (_, nowNanos) -> lookAtZones(nowNanos)));
        context.drive(new ControllerLoop<>("pods of silent nodes", podQueue, List.of(nodes, pods), this::lookAtPod));
    }

    private final class NodeHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject node) {
            boolean isNew = new Node(node).ready().isEmpty();
            long since = isNew ? Times.parse(node.text("metadata", "creationTimestamp"), 0) : clock.nowNanos();
            heardNanos.merge(KubeObjects.name(node), since, Math::max);
            queue.add(KubeObjects.key(node));
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject node) {
            if (!new Node(before).heartbeat().equals(new Node(node).heartbeat())
                    || new Node(before).ready().isEmpty()
                            != new Node(node).ready().isEmpty()) {
                heardNanos.put(KubeObjects.name(node), clock.nowNanos());
            }
            queue.add(KubeObjects.key(node));
        }

        @Override
        public void onDelete(JsonObject node) {
            heardNanos.remove(KubeObjects.name(node));
            queue.add(KubeObjects.key(node));
        }
    }

    /// Marks pods as not ready when they are bound to a node that is not ready.
    private final class PodHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject pod) {
            look("", pod);
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject pod) {
            look(new Pod(before).nodeName(), pod);
        }

        @Override
        public void onDelete(JsonObject pod) {}

        private void look(String nodeBefore, JsonObject pod) {
            if (!new Pod(pod).nodeName().equals(nodeBefore) && new Pod(pod).isReady()) {
                podQueue.add(KubeObjects.key(pod));
            }
        }
    }

    private void lookAtPod(ObjectKey key, long nowNanos) {
        JsonObject pod = pods.cache().get(key);
        JsonObject node = pod == null ? null : nodes.cache().get(ObjectKey.of(new Pod(pod).nodeName()));
        String ready = node == null ? "" : new Node(node).ready();
        if (pod != null && !ready.isEmpty() && !ready.equals(Conditions.TRUE)) {
            sayNotReady(pod, nowNanos);
        }
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject node = nodes.cache().get(key);
        if (node == null) {
            forget(key);
            return;
        }
        if (!writes.areSeen(key)) {
            queue.addAt(key, nowNanos + OwnWrites.LOOK_AGAIN_NANOS);
            return;
        }
        meet(key, node);
        String before = new Node(node).ready();
        long grace = before.isEmpty() ? settings.nodeStartupGraceNanos() : settings.nodeGraceNanos();
        long silentAt = heardNanos.getOrDefault(key.name(), nowNanos) + grace;
        if (silentAt <= nowNanos) {
            node = sayUnknown(key, node, nowNanos);
        } else {
            queue.addAt(key, silentAt);
        }
        String ready = new Node(node).ready();
        node = taint(key, NodeLabels.withBetaLabels(node), node, NodeTaints.withNoSchedule(node, nowNanos));
        if (ready.isEmpty()) {
            zones.put(node, false, nowNanos);
            zoneQueue.add(ZONES);
            return;
        }
        boolean isReady = ready.equals(Conditions.TRUE);
        zones.put(node, isReady, nowNanos);
        Zone zone = zones.of(node, nowNanos);
        if (isReady || NodeTaints.hasNoExecuteTaint(node)) {
            zone.waiting().remove(key.name());
            node = taint(key, node, NodeTaints.withNoExecute(node, ready, nowNanos));
        } else {
            zone.waiting().add(key.name());
        }
        zoneQueue.add(ZONES);
        if (!isReady && before.equals(Conditions.TRUE)) {
            String message = "Node %s status is now: NodeNotReady".formatted(key.name());
            events.normal(KubeTypes.NODES, node, "NodeNotReady", message);
            pods.cache().find(Index.NODE, key.name()).forEach(pod -> sayNotReady(pod, nowNanos));
        }
    }

    private void meet(ObjectKey key, JsonObject node) {
        JsonObject before = known.put(key.name(), node);
        if (before == null || !KubeObjects.uid(before).equals(KubeObjects.uid(node))) {
            String message = "Node %s event: Registered Node %s in Controller".formatted(key.name(), key.name());
            events.normal(KubeTypes.NODES, node, "RegisteredNode", message);
        }
    }

    private void forget(ObjectKey key) {
        JsonObject before = known.remove(key.name());
        zones.remove(key.name());
        zoneQueue.add(ZONES);
        if (before != null) {
            String message = "Node %s event: Removing Node %s from Controller".formatted(key.name(), key.name());
            events.normal(KubeTypes.NODES, before, "RemovingNode", message);
        }
    }

    private JsonObject taint(ObjectKey key, JsonObject node, JsonArray taints) {
        return taint(key, node, node, taints);
    }

    /// @param wanted the node with all changes except its taints
    private JsonObject taint(ObjectKey key, JsonObject wanted, JsonObject node, JsonArray taints) {
        JsonObject changed = wanted;
        if (!taints.equals(new Node(node).taints())) {
            changed = taints.isEmpty() ? wanted.withoutAt("spec", "taints") : wanted.withAt(taints, "spec", "taints");
        }
        if (changed.equals(node)) {
            return node;
        }
        JsonObject written = kube.update(KubeTypes.NODES, key, "", changed, WriteOptions.PLAIN);
        writes.wrote(key, written);
        return written;
    }

    private JsonObject sayUnknown(ObjectKey key, JsonObject node, long nowNanos) {
        JsonArray conditions = NodeHealth.unknown(node, nowNanos);
        if (new Node(node).ready().equals(Conditions.UNKNOWN)) {
            return node;
        }
        JsonObject written = kube.update(
                KubeTypes.NODES, key, "status", node.withAt(conditions, "status", "conditions"), WriteOptions.PLAIN);
        writes.wrote(key, written);
        return written;
    }

    private void lookAtZones(long nowNanos) {
        switch (zones.look(nowNanos)) {
            case AS_BEFORE -> {}
            case NOBODY_IS_WELL -> {
                for (Zone zone : zones.all()) {
                    zone.waiting().clear();
                }
                for (JsonObject node : List.copyOf(nodes.cache().all())) {
                    taint(KubeObjects.key(node), node, NodeTaints.withNoExecute(node, Conditions.TRUE, nowNanos));
                }
            }
            case SOMEBODY_IS_WELL_AGAIN -> {
                for (JsonObject node : nodes.cache().all()) {
                    heardNanos.put(KubeObjects.name(node), nowNanos);
                    queue.add(KubeObjects.key(node));
                }
            }
        }
        long soonest = Long.MAX_VALUE;
        for (Zone zone : zones.all()) {
            soonest = Math.min(soonest, taintWaitingNodes(zone, nowNanos));
        }
        if (soonest != Long.MAX_VALUE) {
            zoneQueue.addAt(ZONES, soonest);
        }
    }

    /// Adds NoExecute taints to waiting nodes, as many as the rate allows now.
    ///
    /// @return when the next one is allowed
    private long taintWaitingNodes(Zone zone, long nowNanos) {
        while (!zone.waiting().isEmpty()) {
            if (!zone.mayTaint(nowNanos)) {
                return zone.nextNanos(nowNanos);
            }
            String name = zone.waiting().iterator().next();
            JsonObject node = nodes.cache().get(ObjectKey.of(name));
            if (node != null) {
                // The informer may not have seen our last write yet.
                JsonObject live = kube.get(KubeTypes.NODES, ObjectKey.of(name));
                String ready = new Node(live).ready();
                if (!ready.isEmpty()) {
                    taint(ObjectKey.of(name), live, NodeTaints.withNoExecute(live, ready, nowNanos));
                }
            }
            zone.waiting().remove(name);
        }
        return Long.MAX_VALUE;
    }

    private void sayNotReady(JsonObject pod, long nowNanos) {
        JsonObject ready = Conditions.find(pod.array("status", "conditions"), "Ready");
        if (ready == null || ready.text("status").equals(Conditions.FALSE)) {
            return;
        }
        JsonObject condition = ready.with("status", Conditions.FALSE).with("lastTransitionTime", Times.of(nowNanos));
        control.writeStatus(
                pod, JsonObject.of("conditions", Conditions.with(pod.array("status", "conditions"), condition)));
        events.warning(KubeTypes.PODS, pod, "NodeNotReady", "Node is not ready");
    }
}

package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Evicts pods that do not tolerate a NoExecute taint of their node, at once or after `tolerationSeconds`.
///
/// The time starts when this controller first sees a taint that is tolerated for a limited time. Later taints do not
/// change it.
public final class TaintEviction {
    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final Informer nodes;
    private final Informer pods;
    private final WorkQueue<ObjectKey> nodeQueue;
    private final WorkQueue<ObjectKey> podQueue;
    private final WorkQueue<ObjectKey> dueQueue;
    private final Map<ObjectKey, Long> dueNanos = new HashMap<>();
    private final Set<ObjectKey> going = new HashSet<>();
    private final Disruption disruption;
    private final EventSource events;

    public TaintEviction(ControllerContext context) {
        this.kube = context.kube();
        this.nodes = context.informer(KubeTypes.NODES);
        this.pods = context.informer(KubeTypes.PODS);
        this.nodeQueue = new WorkQueue<>(context.timers());
        this.podQueue = new WorkQueue<>(context.timers());
        this.dueQueue = new WorkQueue<>(context.timers());
        this.disruption = new Disruption(new PodUpdates(kube));
        this.events = context.events().source("taint-eviction-controller");
        nodes.addHandler(new NodeHandler());
        pods.addHandler(new PodHandler());
        context.drive(new ControllerLoop<>("taints of nodes", nodeQueue, List.of(nodes, pods), this::lookAtNode));
        context.drive(new ControllerLoop<>("tolerations of pods", podQueue, List.of(nodes, pods), this::lookAtPod));
        context.drive(new ControllerLoop<>("taint eviction", dueQueue, List.of(nodes, pods), this::evictIfDue));
    }

    private final class NodeHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject node) {
            if (!NodeTaints.noExecute(node).isEmpty()) {
                nodeQueue.add(KubeObjects.key(node));
            }
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject node) {
            if (!NodeTaints.noExecute(before).equals(NodeTaints.noExecute(node))) {
                nodeQueue.add(KubeObjects.key(node));
            }
        }

        @Override
        public void onDelete(JsonObject node) {}
    }

    private final class PodHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject pod) {
            look(pod);
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject pod) {
            boolean isSame = new Pod(before).nodeName().equals(new Pod(pod).nodeName())
                    && before.array("spec", "tolerations").equals(pod.array("spec", "tolerations"));
            if (!isSame) {
                look(pod);
            }
        }

        @Override
        public void onDelete(JsonObject pod) {
            if (dueNanos.containsKey(KubeObjects.key(pod))) {
                podQueue.add(KubeObjects.key(pod));
            }
        }

        private void look(JsonObject pod) {
            String name = new Pod(pod).nodeName();
            JsonObject node = name.isEmpty() ? null : nodes.cache().get(ObjectKey.of(name));
            if (node != null && !new Node(node).taints().isEmpty()) {
                podQueue.add(KubeObjects.key(pod));
            }
        }
    }

    private void lookAtNode(ObjectKey key, long nowNanos) {
        JsonObject node = nodes.cache().get(key);
        if (node == null) {
            return;
        }
        List<JsonObject> taints = NodeTaints.noExecute(node);
        for (JsonObject pod : pods.cache().find(Index.NODE, key.name())) {
            if (taints.isEmpty()) {
                cancel(KubeObjects.key(pod));
            } else {
                weigh(pod, taints, nowNanos);
            }
        }
    }

    private void lookAtPod(ObjectKey key, long nowNanos) {
        JsonObject pod = pods.cache().get(key);
        if (pod == null) {
            cancel(key);
            return;
        }
        JsonObject node = nodes.cache().get(ObjectKey.of(new Pod(pod).nodeName()));
        List<JsonObject> taints = node == null ? List.of() : NodeTaints.noExecute(node);
        if (!taints.isEmpty()) {
            weigh(pod, taints, nowNanos);
        }
    }

    private void weigh(JsonObject pod, List<JsonObject> taints, long nowNanos) {
        ObjectKey key = KubeObjects.key(pod);
        long least = Long.MAX_VALUE;
        for (JsonObject taint : taints) {
            JsonObject toleration = new Pod(pod).toleration(taint);
            if (toleration == null) {
                cancel(key);
                plan(key, nowNanos);
                return;
            }
            if (toleration.has("tolerationSeconds")) {
                least = Math.min(least, Math.max(0, toleration.number(0, "tolerationSeconds")));
            }
        }
        if (least == Long.MAX_VALUE) {
            cancel(key);
        } else if (!dueNanos.containsKey(key)) {
            plan(key, nowNanos + least * Clock.NANOS_PER_SECOND);
        }
    }

    private void plan(ObjectKey key, long nanos) {
        dueNanos.put(key, nanos);
        dueQueue.addAt(key, nanos);
    }

    private void cancel(ObjectKey key) {
        if (dueNanos.remove(key) != null) {
            events.normalByName(KubeTypes.PODS, key, "TaintManagerEviction", "Cancelling deletion of Pod " + key);
        }
    }

    private void evictIfDue(ObjectKey key, long nowNanos) {
        Long due = dueNanos.get(key);
        if (due != null && due <= nowNanos) {
            dueNanos.remove(key);
            going.add(key);
            events.normalByName(KubeTypes.PODS, key, "TaintManagerEviction", "Marking for deletion Pod " + key);
        } else if (due != null) {
            dueQueue.addAt(key, due);
        }
        if (going.contains(key)) {
            evict(key, nowNanos);
            going.remove(key);
        }
    }

    private void evict(ObjectKey key, long nowNanos) {
        try {
            disruption.evict(kube.get(KubeTypes.PODS, key), nowNanos);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }
}

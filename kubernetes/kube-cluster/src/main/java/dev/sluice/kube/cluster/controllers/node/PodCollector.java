package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pod garbage collection: deletes pods of nodes that no longer exist, terminating pods that were never scheduled, and
/// the oldest finished pods above a threshold.
public final class PodCollector {
    private static final long PERIOD_NANOS = 20 * Clock.NANOS_PER_SECOND;

    /// A node must be missing for this long before its pods are deleted.
    private static final long QUARANTINE_NANOS = 40 * Clock.NANOS_PER_SECOND;

    private static final int NOT_FOUND = 404;
    private static final String ROUND = "round";

    private final Kube kube;
    private final Informer pods;
    private final Informer nodes;
    private final WorkQueue<String> queue;
    private final Disruption disruption;
    private final int overMax;
    private final Map<String, Long> missingSince = new HashMap<>();

    public PodCollector(ControllerContext context, NodeControlSettings settings) {
        this.kube = context.kube();
        this.pods = context.informer(KubeTypes.PODS);
        this.nodes = context.informer(KubeTypes.NODES);
        this.queue = new WorkQueue<>(context.timers());
        this.disruption = new Disruption(new PodUpdates(kube));
        this.overMax = settings.podsOverMax();
        queue.add(ROUND);
        context.drive(
                new ControllerLoop<>("pod collector", queue, List.of(pods, nodes), (_, nowNanos) -> round(nowNanos)));
    }

    private void round(long nowNanos) {
        queue.addAt(ROUND, nowNanos + PERIOD_NANOS);
        List<JsonObject> all = new ArrayList<>(pods.cache().all());
        removeOldest(all);
        Map<String, Boolean> missing = new HashMap<>();
        for (JsonObject pod : all) {
            String name = new Pod(pod).nodeName();
            JsonObject node = name.isEmpty() ? null : nodes.cache().get(ObjectKey.of(name));
            if (node == null && !name.isEmpty()) {
                if (missing.computeIfAbsent(name, _ -> isGone(name, nowNanos))) {
                    disruption.collect(pod, nowNanos);
                }
            } else if (KubeObjects.isTerminating(pod) && (node == null || isLost(node))) {
                disruption.remove(pod);
            }
        }
        // A deleted node starts a new quarantine if pods are bound to its name again.
        missing.forEach((node, isGone) -> {
            if (isGone) {
                missingSince.remove(node);
            }
        });
        missingSince.keySet().retainAll(missing.keySet());
    }

    /// True if the node is not ready and has the out-of-service taint.
    private static boolean isLost(JsonObject node) {
        return !new Node(node).isReady() && NodeTaints.isOutOfService(node);
    }

    private boolean isGone(String node, long nowNanos) {
        long since = missingSince.computeIfAbsent(node, _ -> nowNanos);
        if (nowNanos - since < QUARANTINE_NANOS) {
            return false;
        }
        try {
            kube.get(KubeTypes.NODES, ObjectKey.of(node));
            return false;
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
            return true;
        }
    }

    private void removeOldest(List<JsonObject> all) {
        List<JsonObject> over = new ArrayList<>();
        for (JsonObject pod : all) {
            if (new Pod(pod).isTerminal()) {
                over.add(pod);
            }
        }
        if (overMax <= 0 || over.size() <= overMax) {
            return;
        }
        over.sort(Comparator.comparingInt((JsonObject pod) -> isEvicted(pod) ? 0 : 1)
                .thenComparing(pod -> pod.text("metadata", "creationTimestamp"))
                .thenComparing(KubeObjects::name));
        over.subList(0, over.size() - overMax).forEach(disruption::remove);
    }

    private static boolean isEvicted(JsonObject pod) {
        return new Pod(pod).hasFailed() && pod.text("status", "reason").equals("Evicted");
    }
}

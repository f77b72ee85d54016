package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.cluster.work.Loop;
import dev.sluice.kube.cluster.work.PodHands;
import dev.sluice.kube.cluster.work.WorkQueue;
import dev.sluice.kube.cluster.work.World;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// Removes pods that nobody else will: those of nodes that are no more, those that were to go before they had a node,
/// and the oldest of very many that are over.
public final class PodCollector {
    private static final long PERIOD_NANOS = 20 * Clock.NANOS_PER_SECOND;

    /// A node that is missing for so long is gone, not just slow to be seen.
    private static final long QUARANTINE_NANOS = 40 * Clock.NANOS_PER_SECOND;

    /// As many as a kube-controller-manager keeps.
    private static final int OVER_MAX = 12_500;

    private static final int NOT_FOUND = 404;
    private static final String ROUND = "round";

    private final Kube kube;
    private final Informer pods;
    private final Informer nodes;
    private final WorkQueue<String> queue;
    private final PodHands hands;
    private final Disruption disruption;
    private final Map<String, Long> missingSince = new HashMap<>();

    public PodCollector(World world) {
        this.kube = world.kube();
        this.pods = world.informer(KubeTypes.PODS);
        this.nodes = world.informer(KubeTypes.NODES);
        this.queue = new WorkQueue<>(world.timers());
        this.hands = new PodHands(kube);
        this.disruption = new Disruption(hands);
        queue.add(ROUND);
        world.drive(new Loop<>("pod collector", queue, List.of(pods, nodes), (_, nowNanos) -> round(nowNanos)));
    }

    private void round(long nowNanos) {
        queue.addAt(ROUND, nowNanos + PERIOD_NANOS);
        Set<String> missing = new HashSet<>();
        List<JsonObject> over = new ArrayList<>();
        for (JsonObject pod : new ArrayList<>(pods.cache().all())) {
            String node = pod.text("spec", "nodeName");
            if (node.isEmpty() && KubeObjects.isTerminating(pod)) {
                hands.delete(pod, OptionalLong.of(0));
            } else if (!node.isEmpty() && nodes.cache().get(ObjectKey.of(node)) == null) {
                missing.add(node);
                if (isGone(node, nowNanos)) {
                    disruption.collect(pod, "PodGC: node no longer exists", nowNanos);
                }
            }
            if (Pods.isOver(pod)) {
                over.add(pod);
            }
        }
        missingSince.keySet().retainAll(missing);
        removeOldest(over);
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

    private void removeOldest(List<JsonObject> over) {
        if (over.size() <= OVER_MAX) {
            return;
        }
        over.sort(Comparator.comparing((JsonObject pod) -> pod.text("metadata", "creationTimestamp"))
                .thenComparing(KubeObjects::name));
        for (JsonObject pod : over.subList(0, over.size() - OVER_MAX)) {
            hands.delete(pod, OptionalLong.of(0));
        }
    }
}

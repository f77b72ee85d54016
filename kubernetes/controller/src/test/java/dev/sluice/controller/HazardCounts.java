package dev.sluice.controller;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.graph.Basenames;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Counts the hazards that a sync meets, by the objects that it gets and the events that it tells the engine: a seeded
/// run that meets none proves nothing of it.
final class HazardCounts implements OwnWork {
    /// What may go wrong in following a cluster, numbered as in HazardsContractTest.
    enum Hazard {
        /// H1: the first that is heard of a pod is that it is gone.
        FIRST_HEARD_OF_WHEN_GONE,
        /// H2: a node is there later than its pods.
        POD_BEFORE_ITS_NODE,
        /// H4: a node shrinks below what is held of it.
        SHRUNK_BELOW_WHAT_IS_HELD,
        /// H6: a node that was removed is there again.
        NODE_RETURNED,
        /// H7: a pod holds another amount.
        RESIZED,
        /// H8: what a pod held is free.
        FREED,
        /// H9: a terminating pod holds until the end of its grace.
        TERMINATING,
        /// H10: a pod with init containers or sidecars holds something.
        INIT_CONTAINERS,
        /// H14: a pod has gone while nothing was watched.
        MISSED_DELETION,
        /// A pod holds what it is about to get.
        NOMINATED
    }

    private final Map<Hazard, Long> counts = new EnumMap<>(Hazard.class);
    private final Set<String> seen = new HashSet<>();
    private final Set<String> removedNodes = new HashSet<>();
    private final Map<String, ForeignUse> told = new HashMap<>();

    /// The path of the node that was added last; empty if other events have come since than its pods'.
    private String added = "";

    Map<Hazard, Long> counts() {
        return counts;
    }

    private void count(Hazard hazard, boolean occurs) {
        if (occurs) {
            counts.merge(hazard, 1L, Long::sum);
        }
    }

    @Override
    public Optional<Place> placeOf(JsonObject pod, String node) {
        return Optional.empty();
    }

    @Override
    public void podChanged(JsonObject pod) {
        seen.add(KubeObjects.uid(pod));
        boolean isOnNode = !pod.text("spec", "nodeName").isEmpty();
        count(Hazard.INIT_CONTAINERS, isOnNode && pod.object("spec").has("initContainers"));
        count(Hazard.TERMINATING, isOnNode && KubeObjects.isTerminating(pod));
        count(
                Hazard.NOMINATED,
                !isOnNode && !pod.text("status", "nominatedNodeName").isEmpty());
    }

    @Override
    public void podGone(JsonObject pod, boolean isMissed) {
        count(Hazard.FIRST_HEARD_OF_WHEN_GONE, !seen.contains(KubeObjects.uid(pod)));
        count(Hazard.MISSED_DELETION, isMissed);
    }

    /// Returns the events of a sync, which are counted as the engine takes them.
    Supplier<Optional<Event>> in(Supplier<Optional<Event>> sync) {
        return () -> {
            Optional<Event> event = sync.get();
            event.ifPresentOrElse(this::take, () -> added = "");
            return event;
        };
    }

    private void take(Event event) {
        switch (event) {
            case Event.NodeAdded it -> {
                added = nodeOf(it.part());
                count(Hazard.NODE_RETURNED, removedNodes.contains(added));
            }
            case Event.NodeRemoved it -> removedNodes.add(it.path());
            case Event.NodeResized it -> count(Hazard.SHRUNK_BELOW_WHAT_IS_HELD, heldOf(it.path()) > it.size());
            case Event.ForeignHeld it -> held(it.use());
            case Event.ForeignGone it -> count(Hazard.FREED, told.remove(it.id()) != null);
            default -> {
                // Of no interest here.
            }
        }
    }

    private void held(ForeignUse use) {
        ForeignUse before = told.put(use.id(), use);
        if (ClusterSync.isMissingUnits(use.id())) {
            return;
        }
        count(Hazard.POD_BEFORE_ITS_NODE, before == null && use.node().equals(added));
        count(
                Hazard.RESIZED,
                before != null
                        && before.node().equals(use.node())
                        && !before.amounts().equals(use.amounts()));
    }

    /// Returns how much of a pool pods hold.
    private long heldOf(String pool) {
        long sum = 0;
        for (ForeignUse use : told.values()) {
            for (Map.Entry<String, Long> amount : use.amounts().entrySet()) {
                boolean isOfPool = pool.equals(use.node() + "/" + Basenames.of(amount.getKey()) + "0");
                sum += isOfPool ? amount.getValue() : 0;
            }
        }
        return sum;
    }

    private static String nodeOf(ResourceGraph part) {
        for (int i = 0; i < part.vertexCount(); i++) {
            if (part.isNode(i)) {
                return part.path(i);
            }
        }
        return "";
    }
}

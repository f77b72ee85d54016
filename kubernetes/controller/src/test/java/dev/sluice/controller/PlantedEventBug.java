package dev.sluice.controller;

import dev.sluice.controller.sync.OwnWork;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Mistakes between the sync and the engine: the informers see the true cluster, and some events that follow from it
/// are lost.
enum PlantedEventBug {
    /// Pods that were seen before their node are forgotten (H2).
    DROPS_EARLY_PODS,
    /// A pod keeps the request with which it was first seen (H7).
    IGNORES_RESIZES,
    /// What went during a gap of the watch, and is missing in the next list, is not released (H14).
    SKIPS_MISSED_DELETIONS,
    /// A pod that is told to end is expected to hold as long as before (H9).
    IGNORES_GRACE;

    /// The bug in one sync.
    Planted plant() {
        return new Planted();
    }

    final class Planted implements OwnWork {
        private final Map<String, ForeignUse> told = new HashMap<>();
        private final Set<String> missed = new HashSet<>();

        /// The node that was added last; empty if other nodes have changed since, or pods have that it did not have.
        private String added = "";

        private long dropped;

        /// Returns how many events were lost.
        long dropped() {
            return dropped;
        }

        @Override
        public Optional<Place> placeOf(JsonObject pod, String node) {
            return Optional.empty();
        }

        @Override
        public void podGone(JsonObject pod, boolean isMissed) {
            if (isMissed) {
                missed.add(KubeObjects.uid(pod));
            }
        }

        Supplier<Optional<Event>> in(Supplier<Optional<Event>> sync) {
            return () -> {
                Optional<Event> event = sync.get();
                while (event.isPresent() && isLost(event.get())) {
                    dropped++;
                    event = sync.get();
                }
                if (event.isEmpty()) {
                    added = "";
                }
                return event;
            };
        }

        private boolean isLost(Event event) {
            switch (event) {
                case Event.NodeAdded it -> added = nodeOf(it.part());
                case Event.ForeignHeld it -> {
                    ForeignUse use = it.use();
                    ForeignUse before = told.put(use.id(), use);
                    boolean isThere = before != null && before.node().equals(use.node());
                    return switch (PlantedEventBug.this) {
                        case DROPS_EARLY_PODS -> before == null && use.node().equals(added);
                        case IGNORES_RESIZES -> isThere && !before.amounts().equals(use.amounts());
                        case IGNORES_GRACE -> isThere && before.endNanos() != use.endNanos();
                        case SKIPS_MISSED_DELETIONS -> false;
                    };
                }
                case Event.ForeignGone it -> {
                    told.remove(it.id());
                    return PlantedEventBug.this == SKIPS_MISSED_DELETIONS && missed.contains(it.id());
                }
                default -> {
                    // Nothing else is lost.
                }
            }
            return false;
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
}

package dev.sluice.controller;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Mistakes of a sync, one per class of hazard: each changes what the informers see, while the audit lists the true
/// cluster. An audit that does not find them is worth nothing.
enum PlantedBug {
    /// Freed resources stay busy (H8): some deletions are lost.
    LOSES_DELETIONS,
    /// Changes of a node are not followed (H4, H6): only its first state counts.
    IGNORES_NODE_UPDATES,
    /// Terminating pods are taken to be gone (H9).
    FREES_TERMINATING_PODS,
    /// Init containers and sidecars are not counted (H10).
    FORGETS_INIT_CONTAINERS,
    /// An older state is applied after a newer one (H15).
    REPLAYS_OLD_STATES;

    /// Returns a server whose watches have this bug.
    Kube in(Kube kube, RandomGenerator random) {
        return new ForwardingKube(kube) {
            @Override
            public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
                return new Watch(super.watch(type, namespace, options, wake), random);
            }
        };
    }

    private final class Watch extends ForwardingWatch {
        private final RandomGenerator random;
        private final Map<String, JsonObject> first = new HashMap<>();

        Watch(KubeWatch watch, RandomGenerator random) {
            super(watch);
            this.random = random;
        }

        @Override
        public Optional<WatchEvent> poll() {
            Optional<WatchEvent> event = super.poll();
            if (event.isEmpty()
                    || event.get().type() == WatchEvent.Type.BOOKMARK
                    || event.get().type() == WatchEvent.Type.ERROR) {
                return event;
            }
            return Optional.of(changed(event.get()));
        }

        private WatchEvent changed(WatchEvent event) {
            JsonObject object = event.object();
            String uid = KubeObjects.uid(object);
            JsonObject before = first.putIfAbsent(uid, object);
            JsonObject old = before == null ? object : before;
            boolean isNode = object.has("status") && object.object("status").has("allocatable");
            return switch (PlantedBug.this) {
                case LOSES_DELETIONS ->
                    event.type() == WatchEvent.Type.DELETED && random.nextBoolean() ? bookmark(object) : event;
                case IGNORES_NODE_UPDATES ->
                    isNode
                                    && event.type() == WatchEvent.Type.MODIFIED
                                    && first.get(uid).object("status").has("allocatable")
                            ? bookmark(object)
                            : keepFirst(event, uid, isNode);
                case FREES_TERMINATING_PODS ->
                    !isNode && KubeObjects.isTerminating(object)
                            ? new WatchEvent(WatchEvent.Type.DELETED, object)
                            : event;
                case FORGETS_INIT_CONTAINERS ->
                    object.object("spec").has("initContainers")
                            ? new WatchEvent(event.type(), object.withAt(JsonArray.EMPTY, "spec", "initContainers"))
                            : event;
                case REPLAYS_OLD_STATES ->
                    event.type() == WatchEvent.Type.MODIFIED && random.nextInt(4) == 0
                            ? new WatchEvent(
                                    WatchEvent.Type.MODIFIED,
                                    old.withAt(
                                            Json.of(KubeObjects.resourceVersion(object)),
                                            "metadata",
                                            "resourceVersion"))
                            : event;
            };
        }

        private WatchEvent keepFirst(WatchEvent event, String uid, boolean isNode) {
            if (isNode) {
                first.put(uid, event.object());
            }
            return event;
        }

        private static WatchEvent bookmark(JsonObject object) {
            return new WatchEvent(WatchEvent.Type.BOOKMARK, object);
        }
    }
}

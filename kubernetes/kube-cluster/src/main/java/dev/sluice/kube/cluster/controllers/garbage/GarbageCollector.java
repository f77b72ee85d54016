package dev.sluice.kube.cluster.controllers.garbage;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.step.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Deletes objects without owners, and handles foreground deletion and orphaning.
///
/// An owner counts as absent only if the server says so: an informer may be behind.
public final class GarbageCollector {
    private static final int NOT_FOUND = 404;
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final Kube kube;
    private final ControllerContext context;
    private final Supplier<List<ResourceType>> types;
    private int typesSeen;
    private final Map<ResourceType, Informer> informers = new LinkedHashMap<>();
    private final Map<String, Item> byUid = new HashMap<>();
    private final WorkQueue<Item> queue;

    /// One object.
    private record Item(ResourceType type, ObjectKey key) {}

    /// The state of an owner, as its dependent sees it.
    private enum Owner {
        SOLID,
        ABSENT,
        /// It is being deleted in the foreground and waits for its dependents.
        WAITING,
        /// Its kind is not served, so its state is unknown.
        UNKNOWN
    }

    /// Creates a garbage collector.
    ///
    /// @param types returns the types that can own or be owned at present
    public GarbageCollector(ControllerContext context, Supplier<List<ResourceType>> types) {
        this.kube = context.kube();
        this.context = context;
        this.types = types;
        this.queue = new WorkQueue<>(context.timers());
        followNewTypes();
        context.drive(new Step() {
            @Override
            public String name() {
                return "types of garbage";
            }

            @Override
            public int work(long nowNanos) {
                return followNewTypes();
            }
        });
        context.drive(new ControllerLoop<>(
                "garbage collector", queue, List.copyOf(informers.values()), (item, _) -> reconcile(item)));
    }

    /// Watches types as they appear: users may create CRDs at any time. Only the initial types are waited for. Events
    /// have no owners or dependents and are many, so they are left out.
    private int followNewTypes() {
        List<ResourceType> served = types.get();
        if (served.size() == typesSeen) {
            return 0;
        }
        typesSeen = served.size();
        int found = 0;
        for (ResourceType type : served) {
            if (!informers.containsKey(type) && !type.plural().equals("events")) {
                Informer informer = context.informer(type);
                informers.put(type, informer);
                informer.addHandler(new Watcher(type));
                found++;
            }
        }
        return found;
    }

    private final class Watcher implements InformerHandler {
        private final ResourceType type;

        Watcher(ResourceType type) {
            this.type = type;
        }

        @Override
        public void onAdd(JsonObject object) {
            byUid.put(KubeObjects.uid(object), new Item(type, KubeObjects.key(object)));
            look(object);
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject object) {
            boolean isSame =
                    before.array("metadata", "ownerReferences").equals(object.array("metadata", "ownerReferences"))
                            && before.array("metadata", "finalizers").equals(object.array("metadata", "finalizers"))
                            && KubeObjects.isTerminating(before) == KubeObjects.isTerminating(object);
            if (!isSame) {
                lookAtOwners(before);
                look(object);
            }
        }

        @Override
        public void onDelete(JsonObject object) {
            byUid.remove(KubeObjects.uid(object));
            queue.forget(new Item(type, KubeObjects.key(object)));
            dependents(object).keySet().forEach(queue::add);
            lookAtOwners(object);
        }

        private void look(JsonObject object) {
            boolean isEnding = KubeObjects.isTerminating(object) && (has(object, FOREGROUND) || has(object, ORPHAN));
            if (isEnding || !object.array("metadata", "ownerReferences").isEmpty()) {
                queue.add(new Item(type, KubeObjects.key(object)));
            }
            lookAtOwners(object);
        }
    }

    /// Enqueues the owners of a deleted object, as they may wait for it.
    private void lookAtOwners(JsonObject object) {
        for (Json owner : object.array("metadata", "ownerReferences")) {
            Item item = owner instanceof JsonObject reference ? byUid.get(reference.text("uid")) : null;
            JsonObject there = item == null ? null : cached(item);
            if (item != null && there != null && KubeObjects.isTerminating(there)) {
                queue.add(item);
            }
        }
    }

    private @Nullable JsonObject cached(Item item) {
        Informer informer = informers.get(item.type());
        return informer == null ? null : informer.cache().get(item.key());
    }

    private Map<Item, JsonObject> dependents(JsonObject owner) {
        Map<Item, JsonObject> dependents = new LinkedHashMap<>();
        informers.forEach((type, informer) -> {
            for (JsonObject object : informer.cache().find(Index.OWNERS, KubeObjects.uid(owner))) {
                dependents.put(new Item(type, KubeObjects.key(object)), object);
            }
        });
        return dependents;
    }

    private void reconcile(Item item) {
        JsonObject object = cached(item);
        if (object == null) {
            return;
        }
        if (KubeObjects.isTerminating(object)) {
            end(item, object);
        } else {
            judge(item, object);
        }
    }

    private void end(Item item, JsonObject object) {
        Map<Item, JsonObject> dependents = dependents(object);
        if (has(object, ORPHAN)) {
            dependents.forEach((child, dependent) -> disown(child, dependent, Set.of(KubeObjects.uid(object))));
            withoutFinalizer(item, object, ORPHAN);
        } else if (has(object, FOREGROUND)) {
            boolean isBlocked =
                    dependents.values().stream().anyMatch(dependent -> blocks(dependent, KubeObjects.uid(object)));
            if (isBlocked && waitsForItself(object)) {
                unblockOwners(item, object);
            } else if (isBlocked) {
                dependents.keySet().forEach(queue::add);
            } else {
                withoutFinalizer(item, object, FOREGROUND);
            }
        }
    }

    /// Whether an object that waits for its dependents is one of them, over any number of others that wait too. Such a
    /// circle ends only if one of its objects no longer blocks its owner.
    private boolean waitsForItself(JsonObject object) {
        String uid = KubeObjects.uid(object);
        Set<String> seen = new HashSet<>();
        Deque<JsonObject> waiting = new ArrayDeque<>(List.of(object));
        while (!waiting.isEmpty()) {
            JsonObject owner = waiting.pop();
            for (JsonObject dependent : dependents(owner).values()) {
                boolean isWaiting = KubeObjects.isTerminating(dependent) && has(dependent, FOREGROUND);
                if (!isWaiting || !blocks(dependent, KubeObjects.uid(owner))) {
                    continue;
                }
                if (KubeObjects.uid(dependent).equals(uid)) {
                    return true;
                }
                if (seen.add(KubeObjects.uid(dependent))) {
                    waiting.push(dependent);
                }
            }
        }
        return false;
    }

    private void unblockOwners(Item item, JsonObject object) {
        List<Json> references = new ArrayList<>();
        for (Json owner : object.array("metadata", "ownerReferences")) {
            references.add(
                    owner instanceof JsonObject reference
                            ? reference.with("blockOwnerDeletion", Json.of(false))
                            : owner);
        }
        patch(item, object, "ownerReferences", JsonArray.of(references));
    }

    private static boolean blocks(JsonObject dependent, String uid) {
        for (Json owner : dependent.array("metadata", "ownerReferences")) {
            if (owner instanceof JsonObject reference
                    && reference.text("uid").equals(uid)
                    && reference.isTrue("blockOwnerDeletion")) {
                return true;
            }
        }
        return false;
    }

    private void judge(Item item, JsonObject object) {
        Map<Owner, List<String>> owners = new HashMap<>();
        for (Json owner : object.array("metadata", "ownerReferences")) {
            if (owner instanceof JsonObject reference) {
                owners.computeIfAbsent(stateOf(reference, item), _ -> new ArrayList<>())
                        .add(reference.text("uid"));
            }
        }
        if (owners.isEmpty() || owners.containsKey(Owner.UNKNOWN)) {
            return;
        }
        List<String> lost = new ArrayList<>(owners.getOrDefault(Owner.ABSENT, List.of()));
        lost.addAll(owners.getOrDefault(Owner.WAITING, List.of()));
        if (owners.containsKey(Owner.SOLID)) {
            if (!lost.isEmpty()) {
                disown(item, object, Set.copyOf(lost));
            }
            return;
        }
        boolean isAwaited = owners.containsKey(Owner.WAITING);
        String propagation = has(object, ORPHAN)
                ? DeleteOptions.ORPHAN
                : (isAwaited && !dependents(object).isEmpty()) || has(object, FOREGROUND)
                        ? DeleteOptions.FOREGROUND
                        : DeleteOptions.BACKGROUND;
        delete(item, object, propagation);
    }

    private Owner stateOf(JsonObject reference, Item dependent) {
        ResourceType type = typeOf(reference);
        if (type == null) {
            return Owner.UNKNOWN;
        }
        if (type.namespaced() && !dependent.type().namespaced()) {
            return Owner.UNKNOWN;
        }
        ObjectKey key = new ObjectKey(type.namespaced() ? dependent.key().namespace() : "", reference.text("name"));
        JsonObject owner = cached(new Item(type, key));
        if (owner == null || !KubeObjects.uid(owner).equals(reference.text("uid"))) {
            owner = live(type, key);
        }
        if (owner == null || !KubeObjects.uid(owner).equals(reference.text("uid"))) {
            return Owner.ABSENT;
        }
        return KubeObjects.isTerminating(owner) && has(owner, FOREGROUND) ? Owner.WAITING : Owner.SOLID;
    }

    private @Nullable JsonObject live(ResourceType type, ObjectKey key) {
        try {
            return kube.get(type, key);
        } catch (ApiException e) {
            if (e.code() == NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private @Nullable ResourceType typeOf(JsonObject reference) {
        for (ResourceType type : informers.keySet()) {
            if (type.kind().equals(reference.text("kind")) && sameGroup(type, reference.text("apiVersion"))) {
                return type;
            }
        }
        return null;
    }

    private static boolean sameGroup(ResourceType type, String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return type.group().equals(slash < 0 ? "" : apiVersion.substring(0, slash));
    }

    private void delete(Item item, JsonObject object, String propagation) {
        try {
            kube.delete(
                    item.type(),
                    item.key(),
                    new DeleteOptions(OptionalLong.empty(), propagation, KubeObjects.uid(object), "", false));
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private void disown(Item item, JsonObject object, Set<String> uids) {
        List<Json> kept = new ArrayList<>();
        for (Json owner : object.array("metadata", "ownerReferences")) {
            if (!(owner instanceof JsonObject reference && uids.contains(reference.text("uid")))) {
                kept.add(owner);
            }
        }
        patch(item, object, "ownerReferences", JsonArray.of(kept));
    }

    private void withoutFinalizer(Item item, JsonObject object, String finalizer) {
        List<Json> kept = object.array("metadata", "finalizers").toList();
        kept.remove(Json.of(finalizer));
        patch(item, object, "finalizers", JsonArray.of(kept));
    }

    /// Patches the object if its resource version is unchanged; a conflict is retried.
    private void patch(Item item, JsonObject object, String field, JsonArray value) {
        JsonObject metadata = JsonObject.builder()
                .put("uid", KubeObjects.uid(object))
                .put("resourceVersion", KubeObjects.resourceVersion(object))
                .put(field, value)
                .build();
        try {
            kube.patch(
                    item.type(), item.key(), "", Patch.merge(JsonObject.of("metadata", metadata)), WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private static boolean has(JsonObject object, String finalizer) {
        return object.array("metadata", "finalizers").toList().contains(Json.of(finalizer));
    }
}

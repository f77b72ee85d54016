package dev.sluice.kube.informer;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The objects that an informer knows, by key and by index: the lister of client-go.
///
/// Iteration follows insertion order, so that reconciliation is the same in every run.
public final class ObjectCache {
    private final Map<ObjectKey, JsonObject> objects = new LinkedHashMap<>();
    private final Map<String, IndexedObjects> indexed = new LinkedHashMap<>();

    /// The objects of one index.
    private record IndexedObjects(Index index, Map<String, Map<ObjectKey, JsonObject>> byKey) {
        void put(ObjectKey key, JsonObject object) {
            for (String at : index.keys().apply(object)) {
                byKey.computeIfAbsent(at, _ -> new LinkedHashMap<>()).put(key, object);
            }
        }

        void remove(ObjectKey key, JsonObject object) {
            for (String at : index.keys().apply(object)) {
                Map<ObjectKey, JsonObject> there = byKey.get(at);
                if (there != null) {
                    there.remove(key);
                    if (there.isEmpty()) {
                        byKey.remove(at);
                    }
                }
            }
        }
    }

    ObjectCache(List<Index> indices) {
        for (Index index : indices) {
            indexed.put(index.name(), new IndexedObjects(index, new LinkedHashMap<>()));
        }
    }

    public @Nullable JsonObject get(ObjectKey key) {
        return objects.get(key);
    }

    public int size() {
        return objects.size();
    }

    /// Returns a live view of all objects; do not keep it.
    public Collection<JsonObject> all() {
        return Collections.unmodifiableCollection(objects.values());
    }

    public Map<ObjectKey, JsonObject> byKey() {
        return Collections.unmodifiableMap(objects);
    }

    /// Returns a copy of the objects that an index has under a key.
    public List<JsonObject> find(Index index, String key) {
        IndexedObjects byIndex = indexed.get(index.name());
        if (byIndex == null) {
            throw new IllegalArgumentException("no index (" + index.name() + ") in this cache");
        }
        Map<ObjectKey, JsonObject> there = byIndex.byKey().get(key);
        return there == null ? List.of() : new ArrayList<>(there.values());
    }

    @Nullable
    JsonObject put(ObjectKey key, JsonObject object) {
        JsonObject before = objects.put(key, object);
        for (IndexedObjects byIndex : indexed.values()) {
            if (before != null) {
                byIndex.remove(key, before);
            }
            byIndex.put(key, object);
        }
        return before;
    }

    @Nullable
    JsonObject remove(ObjectKey key) {
        JsonObject before = objects.remove(key);
        if (before != null) {
            for (IndexedObjects byIndex : indexed.values()) {
                byIndex.remove(key, before);
            }
        }
        return before;
    }
}

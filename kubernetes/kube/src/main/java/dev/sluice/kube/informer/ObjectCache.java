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

/// The objects that an informer knows, by name and by its indices.
///
/// All orders are those in which the objects came, so that what reads them does the same in every run.
public final class ObjectCache {
    private final Map<ObjectKey, JsonObject> objects = new LinkedHashMap<>();
    private final Map<String, Shelf> shelves = new LinkedHashMap<>();

    /// The objects of one index.
    private record Shelf(Index index, Map<String, Map<ObjectKey, JsonObject>> byKey) {
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
            shelves.put(index.name(), new Shelf(index, new LinkedHashMap<>()));
        }
    }

    public @Nullable JsonObject get(ObjectKey key) {
        return objects.get(key);
    }

    public int size() {
        return objects.size();
    }

    /// All of them; not to be kept, since it changes with the cache.
    public Collection<JsonObject> all() {
        return Collections.unmodifiableCollection(objects.values());
    }

    public Map<ObjectKey, JsonObject> byKey() {
        return Collections.unmodifiableMap(objects);
    }

    /// Those that an index has under a key, as they are now.
    public List<JsonObject> find(Index index, String key) {
        Shelf shelf = shelves.get(index.name());
        if (shelf == null) {
            throw new IllegalArgumentException("no index (" + index.name() + ") in this cache");
        }
        Map<ObjectKey, JsonObject> there = shelf.byKey().get(key);
        return there == null ? List.of() : new ArrayList<>(there.values());
    }

    @Nullable
    JsonObject put(ObjectKey key, JsonObject object) {
        JsonObject before = objects.put(key, object);
        for (Shelf shelf : shelves.values()) {
            if (before != null) {
                shelf.remove(key, before);
            }
            shelf.put(key, object);
        }
        return before;
    }

    @Nullable
    JsonObject remove(ObjectKey key) {
        JsonObject before = objects.remove(key);
        if (before != null) {
            for (Shelf shelf : shelves.values()) {
                shelf.remove(key, before);
            }
        }
        return before;
    }
}

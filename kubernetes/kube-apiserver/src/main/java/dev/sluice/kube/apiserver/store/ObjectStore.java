package dev.sluice.kube.apiserver.store;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Stores objects by resource and key, and assigns a version to every change.
///
/// Versions count up by one from [#FIRST_VERSION] on, over all resources, as etcd's revisions do.
public final class ObjectStore {
    /// As in a new etcd: version 0 means "any" to clients.
    private static final long FIRST_VERSION = 1;

    private final int remembered;
    private final Map<String, WatchCache> watchCaches = new HashMap<>();
    private long version = FIRST_VERSION;

    /// @param remembered the size of each watch cache, in changes
    public ObjectStore(int remembered) {
        this.remembered = remembered;
    }

    /// Returns the version of the latest change.
    public long version() {
        return version;
    }

    /// Returns the watch cache of a resource.
    ///
    /// @param resource without its version, since all versions are the same objects: `pods`,
    ///     `deployments.apps`
    public WatchCache watchCache(String resource) {
        WatchCache known = watchCaches.get(resource);
        return known == null
                ? watchCaches.computeIfAbsent(resource, _ -> new WatchCache(remembered, FIRST_VERSION))
                : known;
    }

    /// Creates the watch cache of a resource that is added later; its history starts now.
    public WatchCache lateWatchCache(String resource) {
        return watchCaches.computeIfAbsent(resource, _ -> new WatchCache(remembered, version));
    }

    /// Creates or updates an object.
    ///
    /// @return the object with its new version
    public JsonObject put(String resource, ObjectKey key, JsonObject object) {
        JsonObject stored = stamped(object, ++version);
        watchCache(resource).put(key, stored, version);
        return stored;
    }

    /// Removes an object.
    ///
    /// @return the object with the version of its deletion; empty if it did not exist
    public Optional<JsonObject> remove(String resource, ObjectKey key) {
        WatchCache watchCache = watchCache(resource);
        JsonObject stored = watchCache.get(key);
        if (stored == null) {
            return Optional.empty();
        }
        watchCache.remove(key, ++version);
        return Optional.of(stamped(stored, version));
    }

    /// Returns the number of objects by resource, sorted by name.
    public SortedMap<String, Integer> counts() {
        SortedMap<String, Integer> counts = new TreeMap<>();
        watchCaches.forEach((resource, watchCache) -> counts.put(resource, watchCache.size()));
        return counts;
    }

    /// Returns the number of events that watches have not read yet.
    public long undelivered() {
        long count = 0;
        for (WatchCache watchCache : watchCaches.values()) {
            count += watchCache.undelivered();
        }
        return count;
    }

    private static JsonObject stamped(JsonObject object, long version) {
        return object.withAt(Json.of(Long.toString(version)), "metadata", "resourceVersion");
    }
}

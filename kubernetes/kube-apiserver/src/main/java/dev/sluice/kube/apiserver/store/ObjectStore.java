package dev.sluice.kube.apiserver.store;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Keeps objects by resource and key, and gives every change a version of its own.
///
/// Versions count up by one from [#FIRST_VERSION] on, over all resources, as etcd's revisions do.
public final class ObjectStore {
    /// As a fresh etcd has it: version 0 means "any" to clients.
    private static final long FIRST_VERSION = 1;

    private final int remembered;
    private final Map<String, WatchCache> watchCaches = new HashMap<>();
    private long version = FIRST_VERSION;

    /// @param remembered how many changes of each resource are remembered
    public ObjectStore(int remembered) {
        this.remembered = remembered;
    }

    /// Of the latest change.
    public long version() {
        return version;
    }

    /// Where the objects of a resource are.
    ///
    /// @param resource without its version, since all versions of a resource are the same objects: `pods`,
    ///     `deployments.apps`
    public WatchCache watchCache(String resource) {
        WatchCache known = watchCaches.get(resource);
        return known == null
                ? watchCaches.computeIfAbsent(resource, _ -> new WatchCache(remembered, FIRST_VERSION))
                : known;
    }

    /// The same for a resource that has not always been there: nothing is known of the time before that.
    public WatchCache lateWatchCache(String resource) {
        return watchCaches.computeIfAbsent(resource, _ -> new WatchCache(remembered, version));
    }

    /// Keeps the object from now on.
    ///
    /// @return the object with its new version
    public JsonObject put(String resource, ObjectKey key, JsonObject object) {
        JsonObject stored = stamped(object, ++version);
        watchCache(resource).put(key, stored, version);
        return stored;
    }

    /// Removes the object.
    ///
    /// @return the object with the version of its end; empty if it was not there
    public Optional<JsonObject> remove(String resource, ObjectKey key) {
        WatchCache watchCache = watchCache(resource);
        JsonObject stored = watchCache.get(key);
        if (stored == null) {
            return Optional.empty();
        }
        watchCache.remove(key, ++version);
        return Optional.of(stamped(stored, version));
    }

    /// How many objects there are of each resource, in the order of their names.
    public SortedMap<String, Integer> counts() {
        SortedMap<String, Integer> counts = new TreeMap<>();
        watchCaches.forEach((resource, watchCache) -> counts.put(resource, watchCache.size()));
        return counts;
    }

    /// How many events all watches together have not read yet.
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

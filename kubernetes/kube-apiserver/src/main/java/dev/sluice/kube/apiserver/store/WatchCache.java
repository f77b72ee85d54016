package dev.sluice.kube.apiserver.store;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The watch cache of one resource: its objects in list order, and a ring of the latest changes.
public final class WatchCache {
    private final NavigableMap<ObjectKey, JsonObject> objects = new TreeMap<>();
    private final Change[] changes;

    /// The number of changes ever made; the ring has the latest of them.
    private long changeCount;

    /// The version before the oldest change in the ring.
    private long forgottenVersion;

    private final List<CacheWatcher> cacheWatches = new ArrayList<>();

    /// @param remembered the size of the ring
    /// @param version the start of its history
    WatchCache(int remembered, long version) {
        this.changes = new Change[remembered];
        this.forgottenVersion = version;
    }

    public int size() {
        return objects.size();
    }

    public @Nullable JsonObject get(ObjectKey key) {
        return objects.get(key);
    }

    /// True if all changes since a version are in the ring.
    public boolean remembers(long version) {
        return version >= forgottenVersion;
    }

    /// Passes the objects of a namespace, or all if it is empty, in order.
    ///
    /// @param after the last key of the previous page; null to start at the beginning
    public void forEach(String namespace, @Nullable ObjectKey after, BiConsumer<ObjectKey, JsonObject> reader) {
        rangeOf(objects, namespace, after).forEach(reader);
    }

    /// Returns the objects as of an earlier version that is still in the ring.
    public NavigableMap<ObjectKey, JsonObject> asOf(long version, String namespace, @Nullable ObjectKey after) {
        NavigableMap<ObjectKey, JsonObject> then = new TreeMap<>(rangeOf(objects, namespace, after));
        for (long i = changeCount - 1; i >= firstChange() && change(i).version() > version; i--) {
            Change change = change(i);
            boolean isWanted = (namespace.isEmpty() || change.key().namespace().equals(namespace))
                    && (after == null || change.key().compareTo(after) > 0);
            if (isWanted) {
                if (change.before() == null) {
                    then.remove(change.key());
                } else {
                    then.put(change.key(), change.before());
                }
            }
        }
        return then;
    }

    private static NavigableMap<ObjectKey, JsonObject> rangeOf(
            NavigableMap<ObjectKey, JsonObject> all, String namespace, @Nullable ObjectKey after) {
        if (namespace.isEmpty()) {
            return after == null ? all : all.tailMap(after, false);
        }
        ObjectKey from = after == null ? new ObjectKey(namespace, "") : after;
        // No namespace sorts between this one and itself with the lowest character appended.
        return all.subMap(from, false, new ObjectKey(namespace + '\0', ""), false);
    }

    void put(ObjectKey key, JsonObject object, long version) {
        remember(new Change(version, key, objects.put(key, object), object));
    }

    void remove(ObjectKey key, long version) {
        remember(new Change(version, key, objects.remove(key), null));
    }

    private void remember(Change change) {
        int slot = (int) (changeCount % changes.length);
        if (changeCount >= changes.length) {
            forgottenVersion = changes[slot].version();
        }
        changes[slot] = change;
        changeCount++;
        for (int i = 0; i < cacheWatches.size(); i++) {
            cacheWatches.get(i).wake();
        }
    }

    Change change(long number) {
        return changes[(int) (number % changes.length)];
    }

    long firstChange() {
        return Math.max(0, changeCount - changes.length);
    }

    long changeCount() {
        return changeCount;
    }

    /// Returns the number of the first change after a version.
    long firstChangeAfter(long version) {
        long low = firstChange();
        long high = changeCount;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (change(middle).version() <= version) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void join(CacheWatcher cacheWatch) {
        cacheWatches.add(cacheWatch);
    }

    void leave(CacheWatcher cacheWatch) {
        cacheWatches.remove(cacheWatch);
    }

    /// Returns the number of changes that watches have not read yet.
    long undelivered() {
        long count = 0;
        for (CacheWatcher cacheWatch : cacheWatches) {
            count += cacheWatch.backlog();
        }
        return count;
    }

    /// Returns the number of open watches.
    public int watchCount() {
        return cacheWatches.size();
    }

    /// For tests and audits.
    public Map<ObjectKey, JsonObject> all() {
        return Collections.unmodifiableMap(objects);
    }
}

package dev.sluice.kube.apiserver.store;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.WatchEvent;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A watch: turns the changes of a watch cache into watch events, from its position on.
///
/// It holds only the initial objects and its position; the changes belong to the watch cache. So a slow reader costs
/// nothing, and gets 410 Expired when the cache has dropped the next change.
public final class CacheWatcher implements KubeWatch {
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final WatchCache watchCache;
    private final String namespace;
    private final Predicate<JsonObject> selector;
    private final Runnable wake;
    private final JsonObject emptyObject;
    private final LongSupplier version;
    private final ArrayDeque<WatchEvent> first = new ArrayDeque<>();
    private long next;
    private long seenVersion;
    private final long firstVersion;
    private boolean isOver;
    private boolean isOverAfterFirst;
    private boolean isAwake;

    /// What is watched.
    ///
    /// @param namespace empty for all namespaces
    /// @param emptyObject kind and apiVersion, for bookmarks
    /// @param version returns the store's current version
    public record Subject(
            WatchCache watchCache,
            String namespace,
            Predicate<JsonObject> selector,
            JsonObject emptyObject,
            LongSupplier version) {}

    private CacheWatcher(Subject subject, long version, Runnable wake) {
        this.watchCache = subject.watchCache();
        this.namespace = subject.namespace();
        this.selector = subject.selector();
        this.emptyObject = subject.emptyObject();
        this.version = subject.version();
        this.wake = wake;
        this.next = watchCache.firstChangeAfter(version);
        this.seenVersion = version;
        this.firstVersion = version;
        watchCache.join(this);
    }

    /// Starts after a version that the cache still has.
    public static CacheWatcher from(Subject subject, long version, Runnable wake) {
        return new CacheWatcher(subject, version, wake);
    }

    /// Returns only the error that the requested version is too old.
    public static CacheWatcher expired(Subject subject, long version, long now, Runnable wake) {
        CacheWatcher cacheWatch = new CacheWatcher(subject, now, wake);
        cacheWatch.first.add(new WatchEvent(
                WatchEvent.Type.ERROR,
                ApiStatus.expired("too old resource version: %d (%d)".formatted(version, now))
                        .body()));
        cacheWatch.isOverAfterFirst = true;
        return cacheWatch;
    }

    /// Starts with all existing objects.
    ///
    /// @param isMarked whether a bookmark marks their end
    public static CacheWatcher withInitialEvents(Subject subject, long now, boolean isMarked, Runnable wake) {
        CacheWatcher cacheWatch = new CacheWatcher(subject, now, wake);
        subject.watchCache().forEach(subject.namespace(), null, (_, object) -> {
            if (subject.selector().test(object)) {
                cacheWatch.first.add(new WatchEvent(WatchEvent.Type.ADDED, object));
            }
        });
        if (isMarked) {
            JsonObject marked =
                    cacheWatch.bookmarkAt(now).withAt(Json.of("true"), "metadata", "annotations", INITIAL_EVENTS_END);
            cacheWatch.first.add(new WatchEvent(WatchEvent.Type.BOOKMARK, marked));
        }
        return cacheWatch;
    }

    @Override
    public Optional<WatchEvent> poll() {
        isAwake = false;
        if (isOver) {
            return Optional.empty();
        }
        if (!first.isEmpty()) {
            WatchEvent event = first.remove();
            if (isOverAfterFirst) {
                close();
            }
            return Optional.of(event);
        }
        if (next < watchCache.firstChange()) {
            close();
            return Optional.of(new WatchEvent(
                    WatchEvent.Type.ERROR,
                    ApiStatus.expired("too old resource version: " + seenVersion)
                            .body()));
        }
        while (next < watchCache.changeCount()) {
            Change change = watchCache.change(next++);
            seenVersion = change.version();
            WatchEvent event = eventOf(change);
            if (event != null) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    private @Nullable WatchEvent eventOf(Change change) {
        if (!namespace.isEmpty() && !change.key().namespace().equals(namespace)) {
            return null;
        }
        JsonObject before = change.before();
        JsonObject after = change.after();
        boolean matched = before != null && selector.test(before);
        boolean matches = after != null && selector.test(after);
        if (matches && after != null) {
            return new WatchEvent(matched ? WatchEvent.Type.MODIFIED : WatchEvent.Type.ADDED, after);
        }
        if (!matched || before == null) {
            return null;
        }
        // Objects that leave the selector produce DELETED events with their last matching state and the version of
        // the change.
        return new WatchEvent(
                WatchEvent.Type.DELETED,
                before.withAt(Json.of(Long.toString(change.version())), "metadata", "resourceVersion"));
    }

    /// Returns a bookmark at the store's version if all events are read, otherwise at the last event; none if that is
    /// not after the start of the watch.
    @Override
    public Optional<WatchEvent> bookmark() {
        long at = next == watchCache.changeCount() ? version.getAsLong() : seenVersion;
        return isOver || !first.isEmpty() || at <= firstVersion
                ? Optional.empty()
                : Optional.of(new WatchEvent(WatchEvent.Type.BOOKMARK, bookmarkAt(at)));
    }

    private JsonObject bookmarkAt(long at) {
        return emptyObject.with("metadata", JsonObject.of("resourceVersion", Json.of(Long.toString(at))));
    }

    /// Returns the number of initial objects and changes not yet read, whether or not they match.
    long backlog() {
        return first.size() + watchCache.changeCount() - next;
    }

    void wake() {
        if (!isAwake) {
            isAwake = true;
            wake.run();
        }
    }

    @Override
    public boolean isOver() {
        return isOver;
    }

    @Override
    public void close() {
        if (!isOver) {
            isOver = true;
            watchCache.leave(this);
        }
    }
}

package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.apiserver.store.CacheWatcher;
import dev.sluice.kube.apiserver.store.WatchCache;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;

/// The watch verb: from a resource version, or from the current state.
public final class Watches {
    private final RequestContext context;
    private final SelectionPredicate selections;

    public Watches(RequestContext context, SelectionPredicate selections) {
        this.context = context;
        this.selections = selections;
    }

    public CacheWatcher watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        WatchCache watchCache = context.watchCache(type);
        JsonObject empty = context.canonical(
                type,
                JsonObject.builder()
                        .put("kind", type.kind())
                        .put("apiVersion", type.apiVersion())
                        .build());
        CacheWatcher.Subject subject = new CacheWatcher.Subject(
                watchCache,
                namespace,
                selections.of(type, options.labelSelector(), options.fieldSelector()),
                empty,
                context.store()::version);
        long now = context.store().version();
        if (!options.resourceVersion().matches("[0-9]*")) {
            throw ApiStatus.internal(ResourceVersions.notAVersion(options.resourceVersion()));
        }
        long from = ResourceVersions.parse(options.resourceVersion());
        if (from > now) {
            throw ResourceVersions.tooLarge(from, now);
        }
        if (from == 0 && options.skipsInitialEvents()) {
            return CacheWatcher.from(subject, now, wake);
        }
        if (from == 0 || options.initialEvents()) {
            boolean isMarked = options.initialEvents() && options.bookmarks();
            return CacheWatcher.withInitialEvents(subject, now, isMarked, wake);
        }
        if (!watchCache.remembers(from)) {
            return CacheWatcher.expired(subject, from, now, wake);
        }
        return CacheWatcher.from(subject, from, wake);
    }
}

package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.apiserver.store.CacheWatch;
import dev.sluice.kube.apiserver.store.WatchCache;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;

/// Follows changes, from a version on or from all that is there.
public final class Watches {
    private final RequestContext context;
    private final SelectionPredicate selections;

    public Watches(RequestContext context, SelectionPredicate selections) {
        this.context = context;
        this.selections = selections;
    }

    public CacheWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        WatchCache watchCache = context.watchCache(type);
        JsonObject empty = context.canonical(
                type,
                JsonObject.builder()
                        .put("kind", type.kind())
                        .put("apiVersion", type.apiVersion())
                        .build());
        CacheWatch.Subject subject = new CacheWatch.Subject(
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
            return CacheWatch.from(subject, now, wake);
        }
        if (from == 0 || options.initialEvents()) {
            boolean isMarked = options.initialEvents() && options.bookmarks();
            return CacheWatch.withInitialEvents(subject, now, isMarked, wake);
        }
        if (!watchCache.remembers(from)) {
            return CacheWatch.expired(subject, from, now, wake);
        }
        return CacheWatch.from(subject, from, wake);
    }
}

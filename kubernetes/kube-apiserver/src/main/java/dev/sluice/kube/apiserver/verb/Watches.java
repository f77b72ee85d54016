package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.apiserver.store.Follower;
import dev.sluice.kube.apiserver.store.Shelf;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;

/// Follows changes, from a version on or from all that is there.
final class Watches {
    private final Ground ground;
    private final Selections selections;

    Watches(Ground ground, Selections selections) {
        this.ground = ground;
        this.selections = selections;
    }

    Follower watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        Shelf shelf = ground.shelf(type);
        JsonObject empty = ground.canonical(
                type,
                JsonObject.builder()
                        .put("kind", type.kind())
                        .put("apiVersion", type.apiVersion())
                        .build());
        Follower.Subject subject = new Follower.Subject(
                shelf,
                namespace,
                selections.of(type, options.labelSelector(), options.fieldSelector()),
                empty,
                ground.store()::version);
        long now = ground.store().version();
        if (!options.resourceVersion().matches("[0-9]*")) {
            throw ApiStatus.internal(Versions.notAVersion(options.resourceVersion()));
        }
        long from = Versions.parse(options.resourceVersion());
        if (from > now) {
            throw Versions.tooLarge(from, now);
        }
        if (from == 0 && options.newsOnly()) {
            return Follower.from(subject, now, wake);
        }
        if (from == 0 || options.initialEvents()) {
            boolean isMarked = options.initialEvents() && options.bookmarks();
            return Follower.withAllThatIsThere(subject, now, isMarked, wake);
        }
        if (!shelf.remembers(from)) {
            return Follower.tooLate(subject, from, now, wake);
        }
        return Follower.from(subject, from, wake);
    }
}

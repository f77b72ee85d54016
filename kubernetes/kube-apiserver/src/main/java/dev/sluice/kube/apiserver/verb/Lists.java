package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.apiserver.store.Shelf;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Lists objects as they all were at one moment, whole or page by page.
final class Lists {
    private final Ground ground;
    private final Selections selections;

    Lists(Ground ground, Selections selections) {
        this.ground = ground;
        this.selections = selections;
    }

    KubeList list(ResourceType type, String namespace, ListOptions options) {
        Predicate<JsonObject> selector = selections.of(type, options.labelSelector(), options.fieldSelector());
        Shelf shelf = ground.shelf(type);
        if (!options.next().isEmpty()) {
            PageToken token = PageToken.parse(options.next());
            if (!shelf.remembers(token.version())) {
                throw ApiStatus.expired("The provided continue parameter is too old to display a consistent list"
                        + " result. You must start a new list without the continue parameter.");
            }
            return page(shelf, namespace, selector, token.version(), token.last(), options.limit());
        }
        long now = ground.store().version();
        long wanted = Versions.parse(options.resourceVersion());
        if (wanted > now) {
            throw Versions.tooLarge(wanted, now);
        }
        if (options.versionMatch().equals("Exact") && wanted != now) {
            if (!shelf.remembers(wanted)) {
                throw ApiStatus.expired("The resourceVersion for the provided list is too old.");
            }
            return page(shelf, namespace, selector, wanted, null, options.limit());
        }
        return page(shelf, namespace, selector, now, null, options.limit());
    }

    private KubeList page(
            Shelf shelf,
            String namespace,
            Predicate<JsonObject> selector,
            long version,
            @Nullable ObjectKey after,
            long limit) {
        List<JsonObject> items = new ArrayList<>();
        if (limit <= 0 && version == ground.store().version()) {
            shelf.forEach(namespace, after, (_, object) -> {
                if (selector.test(object)) {
                    items.add(object);
                }
            });
            return new KubeList(items, Long.toString(version), "", 0);
        }
        NavigableMap<ObjectKey, JsonObject> then = shelf.asOf(version, namespace, after);
        ObjectKey last = ObjectKey.of("");
        long remaining = 0;
        for (Map.Entry<ObjectKey, JsonObject> entry : then.entrySet()) {
            if (!selector.test(entry.getValue())) {
                continue;
            }
            if (limit > 0 && items.size() == limit) {
                remaining++;
            } else {
                items.add(entry.getValue());
                last = entry.getKey();
            }
        }
        String next = remaining == 0 ? "" : new PageToken(version, last).text();
        return new KubeList(items, Long.toString(version), next, remaining);
    }
}

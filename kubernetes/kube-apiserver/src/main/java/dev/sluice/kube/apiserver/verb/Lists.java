package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.apiserver.store.WatchCache;
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

/// The list verb: consistent lists, whole or in pages.
public final class Lists {
    private static final int GONE = 410;

    private static final String TOKEN_TOO_OLD = "The provided continue parameter is too old to display a consistent"
            + " list result. You can start a new list without the continue parameter, or use the continue token in"
            + " this response to retrieve the remainder of the results. Continuing with the provided token results in"
            + " an inconsistent list - objects that were created, modified, or deleted between the time the first"
            + " chunk was returned and now may show up in the list.";

    /// Which objects a list has.
    ///
    /// @param isWhole whether it has all of them
    private record Selection(Predicate<JsonObject> selector, boolean isWhole) {}

    private final RequestContext context;
    private final SelectionPredicate selections;

    public Lists(RequestContext context, SelectionPredicate selections) {
        this.context = context;
        this.selections = selections;
    }

    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        boolean isWhole =
                options.labelSelector().isEmpty() && options.fieldSelector().isEmpty();
        Selection selection =
                new Selection(selections.of(type, options.labelSelector(), options.fieldSelector()), isWhole);
        WatchCache watchCache = context.watchCache(type);
        if (!options.next().isEmpty()) {
            PageToken token = PageToken.parse(options.next(), namespace);
            long version = token.version() == PageToken.LATEST ? context.store().version() : token.version();
            if (!watchCache.remembers(version)) {
                throw new ApiStatus(GONE, "Expired", TOKEN_TOO_OLD, null)
                        .withContinue(new PageToken(PageToken.LATEST, token.last()).text(namespace))
                        .exception();
            }
            return page(watchCache, namespace, selection, version, token.last(), options.limit());
        }
        ResourceVersions.mustMatch(options.resourceVersion(), options.versionMatch());
        long now = context.store().version();
        long wanted = ResourceVersions.parse(options.resourceVersion());
        if (wanted > now) {
            throw ResourceVersions.tooLarge(wanted, now);
        }
        // A page of a certain version is of that very one, as it was before clients could say what they mean.
        boolean isExact = options.versionMatch().equals("Exact")
                || (options.versionMatch().isEmpty() && options.limit() > 0 && wanted > 0);
        if (isExact && wanted != now) {
            if (!watchCache.remembers(wanted)) {
                throw ApiStatus.expired("The resourceVersion for the provided list is too old.");
            }
            return page(watchCache, namespace, selection, wanted, null, options.limit());
        }
        // A request for any version gets the whole list, as from the real server's cache.
        boolean isOfAny = options.resourceVersion().equals("0");
        return page(watchCache, namespace, selection, now, null, isOfAny ? 0 : options.limit());
    }

    private KubeList page(
            WatchCache watchCache,
            String namespace,
            Selection selection,
            long version,
            @Nullable ObjectKey after,
            long limit) {
        Predicate<JsonObject> selector = selection.selector();
        List<JsonObject> items = new ArrayList<>();
        if (limit <= 0 && version == context.store().version()) {
            watchCache.forEach(namespace, after, (_, object) -> {
                if (selector.test(object)) {
                    items.add(object);
                }
            });
            return new KubeList(items, Long.toString(version), "", 0);
        }
        NavigableMap<ObjectKey, JsonObject> then = watchCache.asOf(version, namespace, after);
        ObjectKey last = ObjectKey.of("");
        long remaining = 0;
        for (Map.Entry<ObjectKey, JsonObject> entry : then.entrySet()) {
            // Objects behind a full page have not been matched with the selector yet.
            if (limit > 0 && items.size() == limit) {
                remaining++;
            } else if (selector.test(entry.getValue())) {
                items.add(entry.getValue());
                last = entry.getKey();
            }
        }
        String next = remaining == 0 ? "" : new PageToken(version, last).text(namespace);
        return new KubeList(items, Long.toString(version), next, selection.isWhole() ? remaining : -1);
    }
}

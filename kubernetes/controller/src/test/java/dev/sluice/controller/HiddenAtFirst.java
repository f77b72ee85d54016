package dev.sluice.controller;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A server whose first lists lack some objects, as if these had been created between an informer's list and its watch.
/// What the server then reports of them first is an update or a deletion.
final class HiddenAtFirst extends ForwardingKube {
    private final Set<String> names;
    private final Set<String> listed = ConcurrentHashMap.newKeySet();

    HiddenAtFirst(Kube kube, Set<String> names) {
        super(kube);
        this.names = names;
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        KubeList all = super.list(type, namespace, options);
        if (!listed.add(type + options.fieldSelector())) {
            return all;
        }
        List<JsonObject> some = all.items().stream()
                .filter(object -> !names.contains(KubeObjects.name(object)))
                .toList();
        return new KubeList(some, all.resourceVersion(), all.next(), all.remaining());
    }

    /// Informers that may not stream begin with a list.
    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        if (options.initialEvents()) {
            throw ApiStatus.badRequest("sendInitialEvents is forbidden for watch");
        }
        return super.watch(type, namespace, options, wake);
    }
}

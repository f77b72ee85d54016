package dev.sluice.controller.audit;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// All nodes and pods of a cluster, as the API server lists them.
///
/// @param nodesVersion the resource version of the list of nodes
/// @param podsVersion the resource version of the list of pods
record ClusterListing(List<JsonObject> nodes, long nodesVersion, List<ListedPod> pods, long podsVersion) {
    /// The page size of client-go.
    private static final long PAGE = 500;

    private record Listed<T>(List<T> items, long version) {}

    /// Lists the cluster; blocks until the server has answered.
    static ClusterListing of(Kube kube) {
        Listed<JsonObject> nodes = list(kube, KubeTypes.NODES, ClusterListing::withoutImages);
        Listed<ListedPod> pods = list(kube, KubeTypes.PODS, ListedPod::of);
        return new ClusterListing(nodes.items(), nodes.version(), pods.items(), pods.version());
    }

    /// Most of a node is the list of images that it has.
    private static JsonObject withoutImages(JsonObject node) {
        return node.withoutAt("status", "images").withoutAt("metadata", "managedFields");
    }

    private static <T> Listed<T> list(Kube kube, ResourceType type, Function<JsonObject, T> reader) {
        List<T> items = new ArrayList<>();
        String next = "";
        String version = "";
        do {
            KubeList page = kube.list(type, "", new ListOptions("", "", PAGE, next, "", ""));
            page.items().forEach(item -> items.add(reader.apply(item)));
            version = page.resourceVersion();
            next = page.next();
        } while (!next.isEmpty());
        return new Listed<>(items, Informer.versionNumber(version));
    }
}

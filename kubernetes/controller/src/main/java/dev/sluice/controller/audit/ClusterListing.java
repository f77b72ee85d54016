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

/// All nodes and pods of a cluster, as the API server lists them.
///
/// @param nodesVersion the resource version of the list of nodes
/// @param podsVersion the resource version of the list of pods
public record ClusterListing(List<JsonObject> nodes, long nodesVersion, List<JsonObject> pods, long podsVersion) {
    /// The page size of client-go.
    private static final long PAGE = 500;

    private record Listed(List<JsonObject> items, long version) {}

    /// Lists the cluster; blocks until the server has answered.
    public static ClusterListing of(Kube kube) {
        Listed nodes = list(kube, KubeTypes.NODES);
        Listed pods = list(kube, KubeTypes.PODS);
        return new ClusterListing(nodes.items(), nodes.version(), pods.items(), pods.version());
    }

    private static Listed list(Kube kube, ResourceType type) {
        List<JsonObject> items = new ArrayList<>();
        String next = "";
        String version = "";
        do {
            KubeList page = kube.list(type, "", new ListOptions("", "", PAGE, next, "", ""));
            items.addAll(page.items());
            version = page.resourceVersion();
            next = page.next();
        } while (!next.isEmpty());
        return new Listed(items, Informer.versionNumber(version));
    }
}

package dev.sluice.graph.traverser;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The resource types that a jobspec may name: flux-sched's built-in ones and those of the graph.
public final class KnownTypes {
    /// Types that flux-sched knows even if the graph has no vertex of them.
    private static final Set<String> BUILT_IN = Set.of(
            ResourceRequest.SLOT,
            ResourceRequest.XOR_SLOT,
            "cluster",
            "rack",
            "node",
            "socket",
            "gpu",
            "core",
            "ssd",
            "storage_node");

    private final Set<String> types = new HashSet<>(BUILT_IN);

    /// Adds the types of all vertices. Types stay known after their vertices have been removed.
    public void addAll(ResourceGraph graph) {
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            types.add(graph.type(vertex));
        }
    }

    public void addAll(Set<String> others) {
        types.addAll(others);
    }

    /// Whether all types that the jobspec requests are known.
    public boolean cover(Jobspec jobspec) {
        return cover(jobspec.resources());
    }

    private boolean cover(List<ResourceRequest> requests) {
        for (ResourceRequest request : requests) {
            if (!types.contains(request.type()) || !cover(request.with())) {
                return false;
            }
        }
        return true;
    }
}

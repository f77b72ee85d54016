package dev.sluice.scheduling;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;

/// A node as a cluster reports it: in a rack, with pools of cores, memory and pods, and with GPUs as units.
///
/// @param rack `rack` and a number, by which policies prefer racks
/// @param number among all nodes; policies prefer nodes and what is in them by it, whatever the order of their reports
record LiveNode(String name, String rack, int number, long cores, int gpus) {
    static final long MEMORY = 8;
    static final long PODS = 10;
    private static final String RACK = "rack";

    /// More than a node has vertices.
    private static final long VERTICES_MAX = 100;

    static LiveNode of(String name, String rack, long cores) {
        return new LiveNode(name, rack, 1, cores, 0);
    }

    /// Returns the model of a cluster without nodes.
    static ResourceModel emptyCluster() {
        return new ResourceModel(cluster(), MatchPolicy.named("low").orElseThrow());
    }

    private static ResourceGraph cluster() {
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        return graph;
    }

    String path() {
        return "/cluster0/" + rack + "/" + name;
    }

    LiveNode in(String otherRack) {
        return new LiveNode(name, otherRack, number, cores, gpus);
    }

    LiveNode withGpus(int count) {
        return new LiveNode(name, rack, number, cores, count);
    }

    Event.NodeAdded added() {
        return new Event.NodeAdded(graph());
    }

    Event.NodeMoved movedTo(LiveNode there) {
        return new Event.NodeMoved(path(), there.path(), there.graph());
    }

    ResourceGraph graph() {
        ResourceGraph graph = cluster();
        long rackNumber = Long.parseLong(rack.substring(RACK.length()));
        int above = add(graph, graph.root(), new VertexKind(RACK, RACK, "", 1), rackNumber);
        int node = add(graph, above, new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1), number);
        graph.setName(node, name);
        addPool(graph, node, VertexKind.CORE, cores);
        addPool(graph, node, "memory", MEMORY);
        addPool(graph, node, "pods", PODS);
        for (int i = 0; i < gpus; i++) {
            int gpu =
                    add(graph, node, new VertexKind(VertexKind.GPU, VertexKind.GPU, "", 1), number * VERTICES_MAX + i);
            graph.setName(gpu, VertexKind.GPU + i);
        }
        return graph;
    }

    private void addPool(ResourceGraph graph, int node, String type, long size) {
        int pool = add(graph, node, VertexKind.pool(type, "", size), number);
        graph.setName(pool, type + "0");
    }

    private int add(ResourceGraph graph, int above, VertexKind kind, long id) {
        int vertex = graph.addVertex(kind, id, number * VERTICES_MAX + graph.vertexCount(), ResourceGraph.NO_RANK);
        graph.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }
}

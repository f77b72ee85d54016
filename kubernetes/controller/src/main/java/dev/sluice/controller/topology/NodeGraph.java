package dev.sluice.controller.topology;

import dev.sluice.controller.topology.NodeModel.Level;
import dev.sluice.graph.Basenames;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;

/// Builds the graph of one node and of what contains it, which the engine attaches to the graph of the cluster.
public final class NodeGraph {
    public static final String ROOT_PATH = "/cluster0";

    public static final String SOCKET = "socket";
    private static final String PHYSICAL_CORE = "physical-core";
    private static final long NO_ID = -1;

    private final ResourceGraph graph = empty();
    private final long number;

    private NodeGraph(long number) {
        this.number = number;
    }

    /// Returns the graph of a cluster without nodes.
    public static ResourceGraph empty() {
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        return graph;
    }

    /// Returns the graph of one node and of what contains it.
    ///
    /// @param number of the node among all that were ever added; policies prefer nodes by it
    public static ResourceGraph of(NodeModel node, long number) {
        NodeGraph made = new NodeGraph(number);
        made.add(node);
        return made.graph;
    }

    private void add(NodeModel node) {
        int above = graph.root();
        for (Level level : node.levels()) {
            above = add(above, new VertexKind(level.type(), level.type(), "", 1), NO_ID);
            graph.setName(above, level.name());
        }
        int host = add(above, new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1), number);
        graph.setName(host, node.name());
        node.labels().forEach((key, value) -> graph.setProperty(host, key, value));
        graph.setTaints(host, node.taints());
        node.pools().forEach((type, size) -> add(host, pool(type, size), 0));
        node.units().forEach((type, count) -> {
            VertexKind unit = new VertexKind(type, Basenames.of(type), "", 1);
            for (int i = 0; i < count; i++) {
                add(host, unit, i);
            }
        });
        for (int i = 0; i < node.sockets(); i++) {
            int socket = add(host, new VertexKind(SOCKET, SOCKET, "", 1), i);
            for (int core = 0; core < node.coresPerSocket(); core++) {
                add(socket, new VertexKind(PHYSICAL_CORE, PHYSICAL_CORE, "", 1), core);
            }
        }
    }

    private static VertexKind pool(String type, long size) {
        return new VertexKind(type, Basenames.of(type), ResourceTypes.unitOf(type), size, true);
    }

    private int add(int above, VertexKind kind, long id) {
        long uniqId = number * NodeReader.VERTICES_PER_NODE_MAX + graph.vertexCount();
        int vertex = graph.addVertex(kind, id, uniqId, ResourceGraph.NO_RANK);
        graph.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }
}

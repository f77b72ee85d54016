package dev.sluice.scheduling;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import java.util.List;

/// Racks of nodes, which may differ: `/cluster0/rack0/node0`, with nodes numbered across racks. Each node has cores,
/// GPUs and one pool of memory.
record SmallMachine(List<List<Node>> racks) {

    /// @param properties node properties for constraints
    record Node(int cores, int gpus, List<String> properties) {}

    static final int MEMORY = 8;

    SmallMachine {
        racks = racks.stream().map(List::copyOf).toList();
    }

    List<Node> nodes() {
        return racks.stream().flatMap(List::stream).toList();
    }

    /// Returns the path of the node with this number.
    String path(int node) {
        int rack = 0;
        int before = 0;
        while (node >= before + racks.get(rack).size()) {
            before += racks.get(rack).size();
            rack++;
        }
        return "/cluster0/rack" + rack + "/node" + node;
    }

    ResourceModel model(String matchPolicy) {
        return new ResourceModel(graph(), MatchPolicy.named(matchPolicy).orElseThrow());
    }

    ResourceGraph graph() {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        int rank = 0;
        for (int i = 0; i < racks.size(); i++) {
            int rack = add(graph, cluster, "rack", i, ResourceGraph.NO_RANK);
            for (Node node : racks.get(i)) {
                int vertex = add(graph, rack, VertexKind.NODE, rank, rank);
                node.properties().forEach(property -> graph.setProperty(vertex, property, ""));
                for (int core = 0; core < node.cores(); core++) {
                    add(graph, vertex, VertexKind.CORE, core, rank);
                }
                for (int gpu = 0; gpu < node.gpus(); gpu++) {
                    add(graph, vertex, VertexKind.GPU, gpu, rank);
                }
                int memory = graph.addVertex(VertexKind.pool("memory", "", MEMORY), 0, graph.vertexCount(), rank);
                graph.addEdge(vertex, memory, ResourceGraph.CONTAINMENT);
                rank++;
            }
        }
        return graph;
    }

    private static int add(ResourceGraph graph, int parent, String type, int id, int rank) {
        int vertex = graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), rank);
        graph.addEdge(parent, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }
}

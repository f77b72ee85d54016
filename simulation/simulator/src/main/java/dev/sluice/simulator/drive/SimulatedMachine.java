package dev.sluice.simulator.drive;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import java.util.List;
import java.util.function.Supplier;

/// The machine of a run: a graph, and what a workload's "processor" is on it.
///
/// @param graph makes the same graph anew for each run
/// @param size how many processors there are
/// @param unit what a processor is: the type of vertex that jobs are given so many of
public record SimulatedMachine(Supplier<ResourceGraph> graph, int size, String unit) {

    /// One pool of processors that are only counted.
    public static SimulatedMachine counting(int processors) {
        return new SimulatedMachine(() -> pool(processors), processors, VertexKind.CORE);
    }

    /// Nodes that are given away whole, with names.
    public static SimulatedMachine ofNodes(List<String> names) {
        List<String> copy = List.copyOf(names);
        return new SimulatedMachine(() -> nodes(copy), copy.size(), VertexKind.NODE);
    }

    /// Any graph; jobs are given vertices of a type.
    public static SimulatedMachine of(Supplier<ResourceGraph> graph, String unit) {
        ResourceGraph sample = graph.get();
        long size = 0;
        for (int vertex = 0; vertex < sample.vertexCount(); vertex++) {
            size += sample.type(vertex).equals(unit) ? sample.size(vertex) : 0;
        }
        return new SimulatedMachine(graph, Math.toIntExact(size), unit);
    }

    private static ResourceGraph pool(int processors) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int pool = graph.addVertex(VertexKind.pool(VertexKind.CORE, "", processors), 0, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, pool, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        return graph;
    }

    private static ResourceGraph nodes(List<String> names) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        VertexKind kind = new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1);
        for (int i = 0; i < names.size(); i++) {
            int node = graph.addVertex(kind, i, i + 1, i);
            graph.setName(node, names.get(i));
            graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
        }
        return graph;
    }

    ResourceModel newModel() {
        return new ResourceModel(graph.get(), MatchPolicy.named("low").orElseThrow());
    }

    Requests newRequests() {
        return new Requests(unit);
    }
}

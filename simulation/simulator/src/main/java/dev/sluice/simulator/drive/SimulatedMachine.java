package dev.sluice.simulator.drive;

import dev.sluice.graph.Layout;
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
/// @param cores how many cores each of these has at least; jobs ask for them, so that the engine can count
public record SimulatedMachine(Supplier<ResourceGraph> graph, int size, String unit, int cores) {

    /// One pool of processors that are only counted.
    public static SimulatedMachine counting(int processors) {
        return new SimulatedMachine(() -> pool(processors), processors, VertexKind.CORE, 0);
    }

    /// Nodes that are given away whole, with names.
    public static SimulatedMachine ofNodes(List<String> names) {
        List<String> copy = List.copyOf(names);
        return new SimulatedMachine(() -> nodes(copy), copy.size(), VertexKind.NODE, 1);
    }

    /// Any graph; jobs are given vertices of a type.
    public static SimulatedMachine of(Supplier<ResourceGraph> graph, String unit) {
        ResourceGraph sample = graph.get();
        Layout layout = new Layout(sample);
        int core = layout.counted(sample.typeNumber(VertexKind.CORE));
        long size = 0;
        long cores = Integer.MAX_VALUE;
        for (int vertex = 0; vertex < sample.vertexCount(); vertex++) {
            if (sample.type(vertex).equals(unit)) {
                size += sample.size(vertex);
                cores = Math.min(cores, core == Layout.NOT_COUNTED ? 0 : layout.total(vertex, core));
            }
        }
        boolean areNodes = unit.equals(VertexKind.NODE);
        return new SimulatedMachine(graph, Math.toIntExact(size), unit, areNodes ? (int) cores : 0);
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
        VertexKind coreKind = new VertexKind(VertexKind.CORE, VertexKind.CORE, "", 1);
        for (int i = 0; i < names.size(); i++) {
            int node = graph.addVertex(kind, i, i + 1, i);
            graph.setName(node, names.get(i));
            graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
            int core = graph.addVertex(coreKind, 0, names.size() + i + 1, i);
            graph.addEdge(node, core, ResourceGraph.CONTAINMENT);
        }
        return graph;
    }

    ResourceModel newModel() {
        return new ResourceModel(graph.get(), MatchPolicy.named("low").orElseThrow());
    }

    Requests newRequests() {
        return new Requests(unit, cores);
    }
}

package dev.sluice.benchmarks.fluxion;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;

/// The machine that Fluxion was measured on: ten racks; nodes of two sockets, 48 cores, 4 GPUs and 8 memory
/// banks, 63 vertices a node.
public final class FluxionMachine {
    static final int RACKS = 10;
    static final int SOCKETS = 2;
    static final int CORES = 24;
    static final int GPUS = 2;
    static final int BANKS = 4;
    static final int BANK_GIGABYTES = 32;

    private FluxionMachine() {}

    public static ResourceGraph of(int nodes) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(kind("cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        for (int rack = 0; rack < RACKS; rack++) {
            int above = add(graph, cluster, kind("rack", "", 1), rack, ResourceGraph.NO_RANK);
            int share = nodes / RACKS;
            for (int node = rack * share; node < (rack + 1) * share; node++) {
                addNode(graph, above, node);
            }
        }
        return graph;
    }

    private static void addNode(ResourceGraph graph, int above, int id) {
        int node = add(graph, above, kind("node", "", 1), id, id);
        for (int socket = 0; socket < SOCKETS; socket++) {
            int vertex = add(graph, node, kind("socket", "", 1), socket, id);
            addAll(graph, vertex, kind("core", "", 1), CORES, socket, id);
            addAll(graph, vertex, kind("gpu", "", 1), GPUS, socket, id);
            addAll(graph, vertex, kind("memory", "GB", BANK_GIGABYTES), BANKS, socket, id);
        }
    }

    private static void addAll(ResourceGraph graph, int above, VertexKind kind, int count, int socket, int rank) {
        for (int i = 0; i < count; i++) {
            add(graph, above, kind, socket * count + i, rank);
        }
    }

    private static int add(ResourceGraph graph, int above, VertexKind kind, int id, int rank) {
        int vertex = graph.addVertex(kind, id, graph.vertexCount(), rank);
        graph.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }

    private static VertexKind kind(String type, String unit, long size) {
        return new VertexKind(type, type, unit, size);
    }
}

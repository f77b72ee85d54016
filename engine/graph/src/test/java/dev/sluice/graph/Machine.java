package dev.sluice.graph;

import java.util.Set;

/// A regular machine. A count of zero omits the level: its children move to the level above.
///
/// Racks and nodes are numbered per machine, all other vertices per node.
///
/// @param down the ids of the nodes that are down
public record Machine(
        int racks, int nodes, int sockets, int cores, int gpus, int banks, long bankSize, Set<Integer> down) {

    public static Machine ofNodes(int nodes) {
        return new Machine(0, nodes, 0, 0, 0, 0, 1, Set.of());
    }

    public Machine inRacks(int count) {
        return new Machine(count, nodes, sockets, cores, gpus, banks, bankSize, down);
    }

    public Machine withSockets(int perNode) {
        return new Machine(racks, nodes, perNode, cores, gpus, banks, bankSize, down);
    }

    public Machine withCores(int perSocket) {
        return new Machine(racks, nodes, sockets, perSocket, gpus, banks, bankSize, down);
    }

    public Machine withGpus(int perSocket) {
        return new Machine(racks, nodes, sockets, cores, perSocket, banks, bankSize, down);
    }

    public Machine withMemory(int banksPerSocket, long gigabytesPerBank) {
        return new Machine(racks, nodes, sockets, cores, gpus, banksPerSocket, gigabytesPerBank, down);
    }

    public Machine withDown(Integer... nodeIds) {
        return new Machine(racks, nodes, sockets, cores, gpus, banks, bankSize, Set.of(nodeIds));
    }

    public ResourceGraph build() {
        return new Building(this).build();
    }

    private static final class Building {
        private final Machine machine;
        private final ResourceGraph graph = new ResourceGraph();

        Building(Machine machine) {
            this.machine = machine;
        }

        ResourceGraph build() {
            int cluster = graph.addVertex(kind("cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
            graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
            for (int rack = 0; rack < Math.max(1, machine.racks); rack++) {
                int above = machine.racks == 0 ? cluster : add(cluster, kind("rack", "", 1), rack);
                for (int node = 0; node < machine.nodes; node++) {
                    addNode(above, rack * machine.nodes + node);
                }
            }
            return graph;
        }

        private void addNode(int above, int id) {
            int node = graph.addVertex(kind(VertexKind.NODE, "", 1), id, graph.vertexCount(), id);
            graph.addEdge(above, node, ResourceGraph.CONTAINMENT);
            graph.setDown(node, machine.down.contains(id));
            for (int socket = 0; socket < Math.max(1, machine.sockets); socket++) {
                int parent = machine.sockets == 0 ? node : add(node, kind("socket", "", 1), socket);
                addAll(parent, kind(VertexKind.CORE, "", 1), machine.cores, socket);
                addAll(parent, kind(VertexKind.GPU, "", 1), machine.gpus, socket);
                addAll(parent, kind("memory", "GB", machine.bankSize), machine.banks, socket);
            }
        }

        private void addAll(int parent, VertexKind kind, int count, int socket) {
            for (int i = 0; i < count; i++) {
                add(parent, kind, socket * count + i);
            }
        }

        private int add(int parent, VertexKind kind, int id) {
            int vertex = graph.addVertex(kind, id, graph.vertexCount(), ResourceGraph.NO_RANK);
            graph.addEdge(parent, vertex, ResourceGraph.CONTAINMENT);
            return vertex;
        }

        private static VertexKind kind(String type, String unit, long size) {
            return new VertexKind(type, type, unit, size);
        }
    }
}

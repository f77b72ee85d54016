package dev.sluice.simulator.drive;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;

/// Makes the units of a graph divisible.
///
/// A graph file may have one vertex for eight cores. flux-sched gives such a vertex away whole, so that a job of three
/// cores would hold eight; a job of a trace holds what it asks for.
final class UnitPools {
    private UnitPools() {}

    /// A graph with the same numbers, in which vertices of the unit's type are pools.
    static ResourceGraph in(ResourceGraph graph, String unit) {
        ResourceGraph pooled = new ResourceGraph(graph.dominant());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            VertexKind kind = graph.kind(vertex);
            VertexKind pool = new VertexKind(kind.type(), kind.basename(), kind.unit(), kind.size(), true);
            pooled.addVertex(
                    kind.type().equals(unit) ? pool : kind, graph.id(vertex), graph.uniqId(vertex), graph.rank(vertex));
        }
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            for (int edge : graph.containmentEdges(vertex)) {
                pooled.addEdge(vertex, graph.target(edge), graph.dominant());
            }
        }
        pooled.setRoot(graph.dominant(), graph.root());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            int of = vertex;
            if (graph.hasOwnName(vertex)) {
                pooled.setName(vertex, graph.name(vertex));
            }
            graph.properties(vertex).forEach((key, value) -> pooled.setProperty(of, key, value));
            pooled.setDown(vertex, graph.isDown(vertex));
        }
        return pooled;
    }
}

package dev.sluice.graph.io;

import dev.sluice.graph.ResourceGraph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The numbers of vertices, edges and nodes of a graph, and its amounts by type.
///
/// @param types in order of first occurrence
/// @param down how many vertices are down
public record GraphSummary(
        long vertices, long edges, long nodes, long down, List<String> subsystems, Map<String, Amount> types) {

    /// The number of vertices of a type and the sum of their sizes.
    ///
    /// @param unit the unit of the first one
    public record Amount(long count, long total, String unit) {}

    public static GraphSummary of(ResourceGraph graph) {
        Map<String, Amount> types = new LinkedHashMap<>();
        long[] counts = new long[graph.typeCount()];
        long[] totals = new long[graph.typeCount()];
        String[] units = new String[graph.typeCount()];
        long edges = 0;
        long down = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isRemoved(vertex)) {
                continue;
            }
            int type = graph.typeNumber(vertex);
            units[type] = counts[type] == 0 ? graph.kind(vertex).unit() : units[type];
            counts[type]++;
            totals[type] += graph.size(vertex);
            down += graph.isDown(vertex) ? 1 : 0;
            for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                edges++;
            }
        }
        for (int type = 0; type < counts.length; type++) {
            if (counts[type] > 0) {
                types.put(graph.typeName(type), new Amount(counts[type], totals[type], units[type]));
            }
        }
        return new GraphSummary(graph.liveVertexCount(), edges, graph.nodeCount(), down, graph.subsystems(), types);
    }

    /// The summary as text: one line for the graph, then one for each type.
    public String text() {
        StringBuilder text = new StringBuilder("%d vertices, %d edges, %d nodes, %d down; %s\n"
                .formatted(vertices, edges, nodes, down, String.join(", ", subsystems)));
        types.forEach((type, amount) -> {
            text.append("  %s: %d".formatted(type, amount.count()));
            if (amount.total() != amount.count()) {
                text.append(
                        " with %d %s".formatted(amount.total(), amount.unit()).stripTrailing());
            }
            text.append('\n');
        });
        return text.toString();
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/// The order in which the `first` policies visit a vertex's children: those with nothing below them first, then those
/// with the most free below them, then the newest.
///
/// Counts the amounts of one type.
final class ReferenceFreshness {
    private final ResourceGraph graph;
    private final String type;
    private long[] totalBelow = new long[0];
    private long[] usedBelow = new long[0];

    ReferenceFreshness(ResourceGraph graph, String type) {
        this.graph = graph;
        this.type = type;
    }

    /// Adds the amounts of a placement, or subtracts them with a negative sign. They count up to the first vertex
    /// that the job shares with other jobs; the vertices above keep their weight.
    void use(Placement placement, int sign) {
        measure();
        BitSet exclusive = new BitSet();
        for (int i = 0; i < placement.size(); i++) {
            exclusive.set(placement.vertex(i), placement.isExclusive(i));
        }
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            if (!placement.isExclusive(i) || !graph.type(vertex).equals(type)) {
                continue;
            }
            int above = vertex;
            while (above != ResourceGraph.NO_VERTEX && exclusive.get(above)) {
                usedBelow[above] += sign * placement.amount(i);
                above = graph.parent(above);
            }
            if (above != ResourceGraph.NO_VERTEX) {
                usedBelow[above] += sign * placement.amount(i);
            }
        }
    }

    int[] edgesBelow(int vertex) {
        measure();
        List<Integer> edges = new ArrayList<>();
        for (int edge : graph.containmentEdges(vertex)) {
            edges.add(edge);
        }
        edges.sort(Comparator.<Integer>comparingLong(edge -> weight(graph.target(edge)))
                .thenComparingLong(edge -> graph.uniqId(graph.target(edge)))
                .reversed());
        return edges.stream().mapToInt(Integer::intValue).toArray();
    }

    private long weight(int vertex) {
        return graph.containmentEdges(vertex).length == 0 ? Long.MAX_VALUE : totalBelow[vertex] - usedBelow[vertex];
    }

    private void measure() {
        if (totalBelow.length == graph.vertexCount()) {
            return;
        }
        totalBelow = new long[graph.vertexCount()];
        usedBelow = Arrays.copyOf(usedBelow, graph.vertexCount());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.type(vertex).equals(type)) {
                for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    totalBelow[above] += graph.size(vertex);
                }
            }
        }
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/// In which order the `first` policies look at a vertex's children: those never touched before those that were,
/// then the ones with the most free below them, then the ones made last.
///
/// The amount counted is that of one type, the last one that the graph is pruned by.
final class ReferenceFreshness {
    private final ResourceGraph graph;
    private final String type;
    private long[] totalBelow = new long[0];
    private long[] usedBelow = new long[0];
    private boolean[] touched = new boolean[0];

    ReferenceFreshness(ResourceGraph graph, String type) {
        this.graph = graph;
        this.type = type;
    }

    /// A placement was made, or only considered; its vertices are no longer fresh. Leaves have nothing below them
    /// that could be counted, and stay as they are.
    void touch(Placement placement) {
        measure();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            touched[vertex] |= !placement.isExclusive(i) && graph.firstOut(vertex) != ResourceGraph.NO_EDGE;
        }
    }

    /// What the placement takes away now, or with a negative sign gives back. It counts up to the first vertex
    /// that the job shares with others; what is above that does not get any less fresh.
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
        return touched[vertex] ? totalBelow[vertex] - usedBelow[vertex] : Long.MAX_VALUE;
    }

    private void measure() {
        if (totalBelow.length == graph.vertexCount()) {
            return;
        }
        totalBelow = new long[graph.vertexCount()];
        usedBelow = Arrays.copyOf(usedBelow, graph.vertexCount());
        touched = Arrays.copyOf(touched, graph.vertexCount());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.type(vertex).equals(type)) {
                for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    totalBelow[above] += graph.size(vertex);
                }
            }
        }
    }
}

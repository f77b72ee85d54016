package dev.sluice.graph.find;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The total and used amounts below a vertex, of the types that it counts.
///
/// @param types the counted types, by the type of the vertex
record Counts(ResourceGraph graph, Map<String, List<String>> types, BitSet used) {

    Map<Integer, Map<String, String>> at(Placement placement) {
        Map<Integer, Map<String, String>> texts = new HashMap<>();
        for (int i = 0; i < placement.size(); i++) {
            texts.put(placement.vertex(i), new TreeMap<>());
        }
        Set<String> all = new HashSet<>();
        types.values().forEach(all::addAll);
        for (String type : all) {
            int number = graph.typeNumber(type);
            long[] total = new long[graph.vertexCount()];
            long[] taken = new long[graph.vertexCount()];
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (graph.typeNumber(vertex) == number && !graph.isRemoved(vertex)) {
                    add(vertex, total, taken);
                }
            }
            texts.forEach((vertex, counts) -> {
                if (types.getOrDefault(graph.type(vertex), List.of()).contains(type)) {
                    counts.put(type, "used:" + taken[vertex] + ", total:" + total[vertex]);
                }
            });
        }
        return texts;
    }

    private void add(int vertex, long[] total, long[] taken) {
        long size = graph.size(vertex);
        for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            total[above] += size;
            taken[above] += used.get(vertex) ? size : 0;
        }
    }
}

package dev.sluice.cli.resourcequery;

import dev.sluice.graph.ResourceGraph;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What `-e` tells about the graph that was loaded.
final class LoadReport {
    private LoadReport() {}

    static String text(ResourceGraph graph, double seconds) {
        Set<String> types = new HashSet<>();
        Set<String> names = new HashSet<>();
        Map<Integer, Integer> verticesOfRank = new TreeMap<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            types.add(graph.type(vertex));
            names.add(graph.name(vertex));
            verticesOfRank.merge(graph.rank(vertex), 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder();
        text.append("INFO: Graph Load Time: ").append(PrintedSeconds.shortest(seconds));
        text.append("\nINFO: Vertex Count: ").append(graph.vertexCount());
        text.append("\nINFO: Edge Count: ").append(graph.edgeCount());
        text.append("\nINFO: by_type Key-Value Pairs: ").append(types.size());
        text.append("\nINFO: by_name Key-Value Pairs: ").append(names.size());
        // Every vertex has a path of its own.
        text.append("\nINFO: by_path Key-Value Pairs: ").append(graph.vertexCount());
        text.append('\n');
        verticesOfRank.forEach((rank, count) -> text.append("INFO: number of vertices with rank ")
                .append(rank)
                .append(": ")
                .append(count)
                .append('\n'));
        return text.toString();
    }
}

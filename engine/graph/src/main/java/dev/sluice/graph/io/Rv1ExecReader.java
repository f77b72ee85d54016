package dev.sluice.graph.io;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.rset.ResourceSetReader;
import dev.sluice.jobspec.set.Idset;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Builds a graph from an RFC 20 resource set: a cluster of nodes with cores and GPUs.
public final class Rv1ExecReader {
    private static final Pattern HOST = Pattern.compile("(.*?)(\\d*)");

    private Rv1ExecReader() {}

    public static ResourceGraph read(String text, String source) {
        ResourceSet set = ResourceSetReader.read(text, source);
        refuseUnusable(set, source);
        TreeMap<Long, ResourceSet.Entry> byRank = new TreeMap<>();
        for (ResourceSet.Entry entry : set.entries()) {
            entry.ranks().forEach(rank -> {
                if (byRank.put(rank, entry) != null) {
                    throw new GraphException("%s: the rank (%d) is listed twice".formatted(source, rank));
                }
            });
        }
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        int index = 0;
        for (Map.Entry<Long, ResourceSet.Entry> rank : byRank.entrySet()) {
            String host = set.nodelist().isEmpty()
                    ? "node" + rank.getKey()
                    : set.nodelist().get(index++);
            addNode(graph, cluster, Math.toIntExact(rank.getKey()), host, rank.getValue());
        }
        refuseIfTooManyProperties(set, graph, source);
        set.properties().forEach((name, ranks) -> setProperty(graph, name, ranks));
        return graph;
    }

    /// Refuses nameless types and sets that are too large: a few characters of an idset can stand for billions of
    /// ids.
    private static void refuseUnusable(ResourceSet set, String source) {
        double vertices = 1;
        for (ResourceSet.Entry entry : set.entries()) {
            if (entry.children().containsKey("")) {
                throw new GraphException("%s: execution.R_lite: children of ranks (%s) have a type without a name"
                        .formatted(source, entry.ranks().encode()));
            }
            double each = 1;
            for (Idset ids : entry.children().values()) {
                each += ids.size();
            }
            vertices += each * entry.ranks().size();
            boolean tooHigh = entry.ranks().last() > Integer.MAX_VALUE;
            if (tooHigh || vertices > Limits.VERTICES_MAX) {
                throw new GraphException("%s: ranks (%s) make more than %d vertices, or a rank beyond %d"
                        .formatted(source, entry.ranks().encode(), Limits.VERTICES_MAX, Integer.MAX_VALUE));
            }
        }
    }

    /// Refuses too many properties: each of them may apply to every node.
    private static void refuseIfTooManyProperties(ResourceSet set, ResourceGraph graph, String source) {
        double properties = 0;
        for (Idset ranks : set.properties().values()) {
            properties += Math.min(ranks.size(), graph.nodeCount());
        }
        if (properties > Limits.VERTICES_MAX) {
            throw new GraphException(
                    "%s: the nodes have more than %d properties in all".formatted(source, Limits.VERTICES_MAX));
        }
    }

    private static void addNode(ResourceGraph graph, int cluster, int rank, String host, ResourceSet.Entry entry) {
        Matcher name = HOST.matcher(host);
        boolean numbered =
                name.matches() && !name.group(2).isEmpty() && name.group(2).length() < 10;
        VertexKind kind = new VertexKind(VertexKind.NODE, numbered ? name.group(1) : host, "", 1);
        int node = graph.addVertex(kind, numbered ? Long.parseLong(name.group(2)) : -1, graph.vertexCount(), rank);
        graph.setName(node, host);
        graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
        entry.children()
                .forEach((type, ids) -> ids.forEach(id -> {
                    int part = graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), rank);
                    graph.addEdge(node, part, ResourceGraph.CONTAINMENT);
                }));
    }

    private static void setProperty(ResourceGraph graph, String name, Idset ranks) {
        if (ranks.size() <= graph.nodeCount()) {
            ranks.forEach(rank -> setProperty(graph, name, graph.nodeOfRank(Math.clamp(rank, -1, Integer.MAX_VALUE))));
            return;
        }
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isNode(vertex) && ranks.contains(graph.rank(vertex))) {
                setProperty(graph, name, vertex);
            }
        }
    }

    private static void setProperty(ResourceGraph graph, String name, int node) {
        if (node != ResourceGraph.NO_VERTEX) {
            graph.setProperty(node, name, "");
        }
    }
}

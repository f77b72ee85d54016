package dev.sluice.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Builds graphs in the words of the domain.
///
/// ```java
/// ResourceGraph lab = GraphBuilder.cluster("lab")
///         .each("rack", 2, rack -> rack.each("node", 16, node -> node
///                 .each("socket", 2, socket -> socket.each("core", 24).each("gpu", 2))
///                 .pool("memory", "bytes", 256L << 30)))
///         .build();
/// ```
///
/// What is within a node is numbered through the node, all else through the machine; nodes have their number
/// as rank.
public final class GraphBuilder {
    private final ResourceGraph graph;
    private final Map<String, Long> numbers;
    private final int vertex;

    private GraphBuilder(ResourceGraph graph, Map<String, Long> numbers, int vertex) {
        this.graph = graph;
        this.numbers = numbers;
        this.vertex = vertex;
    }

    /// Starts a machine whose root is called so, followed by 0.
    public static GraphBuilder cluster(String basename) {
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", basename, "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        return new GraphBuilder(graph, new HashMap<>(), root);
    }

    public GraphBuilder each(String type, int count) {
        return each(type, count, _ -> {});
    }

    /// So many of a type, each with the same in it.
    public GraphBuilder each(String type, int count, Consumer<GraphBuilder> content) {
        VertexKind kind = new VertexKind(type, type, "", 1);
        for (int i = 0; i < count; i++) {
            content.accept(add(kind));
        }
        return this;
    }

    /// So many that are given away whole, each of a size, such as memory banks.
    public GraphBuilder banks(String type, int count, String unit, long size) {
        VertexKind kind = new VertexKind(type, type, unit, size);
        for (int i = 0; i < count; i++) {
            add(kind);
        }
        return this;
    }

    /// Something of which every job takes what it needs.
    public GraphBuilder pool(String type, String unit, long size) {
        add(VertexKind.pool(type, unit, size));
        return this;
    }

    /// One node by its host name.
    public GraphBuilder host(String name, Consumer<GraphBuilder> content) {
        GraphBuilder node = add(new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1));
        graph.setName(node.vertex, name);
        content.accept(node);
        return this;
    }

    public GraphBuilder property(String key, String value) {
        graph.setProperty(vertex, key, value);
        return this;
    }

    public GraphBuilder down() {
        graph.setDown(vertex, true);
        return this;
    }

    public ResourceGraph build() {
        graph.trim();
        return graph;
    }

    private GraphBuilder add(VertexKind kind) {
        boolean isNode = kind.type().equals(VertexKind.NODE);
        long id = numbers.merge(kind.type(), 1L, Long::sum) - 1;
        int rank = isNode ? Math.toIntExact(id) : ResourceGraph.NO_RANK;
        int child = graph.addVertex(kind, id, graph.vertexCount(), rank);
        graph.addEdge(vertex, child, ResourceGraph.CONTAINMENT);
        return new GraphBuilder(graph, isNode ? new HashMap<>() : numbers, child);
    }
}

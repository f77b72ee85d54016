package dev.sluice.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Builds graphs in code.
///
/// ```java
/// ResourceGraph lab = GraphBuilder.cluster("lab")
///         .each("rack", 2, rack -> rack.each("node", 16, node -> node
///                 .each("socket", 2, socket -> socket.each("core", 24).each("gpu", 2))
///                 .pool("memory", "bytes", 256L << 30)))
///         .build();
/// ```
///
/// Vertices within a node are numbered per node, all others per machine. A node's rank is its number.
public final class GraphBuilder {
    private final ResourceGraph graph;
    private final Map<String, Long> numbers;
    private final int vertex;

    private GraphBuilder(ResourceGraph graph, Map<String, Long> numbers, int vertex) {
        this.graph = graph;
        this.numbers = numbers;
        this.vertex = vertex;
    }

    /// Starts a machine whose root is named `basename` followed by 0.
    public static GraphBuilder cluster(String basename) {
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", basename, "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        return new GraphBuilder(graph, new HashMap<>(), root);
    }

    public GraphBuilder each(String type, int count) {
        return each(type, count, _ -> {});
    }

    /// Adds `count` vertices of a type with the same content.
    public GraphBuilder each(String type, int count, Consumer<GraphBuilder> content) {
        VertexKind kind = new VertexKind(type, type, "", 1);
        for (int i = 0; i < count; i++) {
            content.accept(add(kind));
        }
        return this;
    }

    /// Adds `count` vertices of a size, each of which is allocated whole, such as memory banks.
    public GraphBuilder banks(String type, int count, String unit, long size) {
        VertexKind kind = new VertexKind(type, type, unit, size);
        for (int i = 0; i < count; i++) {
            add(kind);
        }
        return this;
    }

    /// Adds a pool, of which each job takes an amount.
    public GraphBuilder pool(String type, String unit, long size) {
        add(VertexKind.pool(type, unit, size));
        return this;
    }

    /// Adds one node by its host name.
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

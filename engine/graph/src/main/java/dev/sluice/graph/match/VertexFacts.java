package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.NodeFacts;
import java.util.Optional;

/// The attributes of a vertex that a constraint may test.
record VertexFacts(ResourceGraph graph, int vertex) implements NodeFacts {
    @Override
    public boolean hasProperty(String name) {
        return graph.properties(vertex).containsKey(name);
    }

    @Override
    public Optional<String> label(String key) {
        return Optional.ofNullable(graph.properties(vertex).get(key));
    }

    @Override
    public String hostname() {
        return graph.name(vertex);
    }

    @Override
    public long rank() {
        return graph.rank(vertex);
    }
}

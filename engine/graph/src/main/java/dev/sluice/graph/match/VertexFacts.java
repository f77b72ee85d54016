package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.NodeFacts;

/// The attributes of a vertex that a constraint may test.
record VertexFacts(ResourceGraph graph, int vertex) implements NodeFacts {
    @Override
    public boolean hasProperty(String name) {
        return graph.properties(vertex).containsKey(name);
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

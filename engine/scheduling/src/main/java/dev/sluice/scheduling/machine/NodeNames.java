package dev.sluice.scheduling.machine;

import dev.sluice.graph.ResourceGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The nodes of the machine by name.
///
/// Nodes of a cluster have names of their own. In other graphs, nodes of different racks may share one; such a name
/// stands for none of them, also when only one is left.
final class NodeNames {
    private final ResourceGraph graph;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    NodeNames(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Reads all nodes again.
    void readAll() {
        byName.clear();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (!graph.isRemoved(vertex) && graph.isNode(vertex)) {
                add(vertex);
            }
        }
    }

    /// Adds a node.
    ///
    /// @return whether its name has just become ambiguous
    boolean add(int node) {
        String name = graph.name(node);
        Integer other = byName.putIfAbsent(name, node);
        return other != null && other != node && ambiguous.add(name);
    }

    void remove(int node) {
        byName.remove(graph.name(node), node);
    }

    /// Returns the node with this name, or [ResourceGraph#NO_VERTEX] if there is none or several.
    int find(String name) {
        return ambiguous.contains(name) ? ResourceGraph.NO_VERTEX : byName.getOrDefault(name, ResourceGraph.NO_VERTEX);
    }
}

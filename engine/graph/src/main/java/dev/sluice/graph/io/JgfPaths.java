package dev.sluice.graph.io;

import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The containment paths of a JGF file while it is read.
///
/// A path nearly always follows from the parent's path and the vertex's name. But parents come after their
/// children, so this is known only at the end of the file. Until then a path is stored as the number of its prefix
/// before the last slash, which all children of a vertex share: a machine of a million vertices has some thirty
/// thousand prefixes.
final class JgfPaths {
    private static final int NONE = -1;
    private static final int UNKNOWN = -2;

    private final ResourceGraph graph;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> prefixes = new ArrayList<>();
    private int[] prefixOf = new int[64];

    /// The prefix number of a vertex's own path, once computed.
    private int[] pathOf = new int[64];

    private String lastPrefix = "";
    private int lastNumber = NONE;

    JgfPaths(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Stores the path of a vertex, whose name is known already.
    void add(int vertex, String path) {
        ensure(vertex);
        int slash = path.lastIndexOf('/');
        if (slash < 0 || !graph.name(vertex).contentEquals(path.substring(slash + 1))) {
            graph.setPath(vertex, ResourceGraph.CONTAINMENT, path);
            return;
        }
        String prefix = path.substring(0, slash);
        // Siblings come one after the other.
        if (lastNumber == NONE || !prefix.equals(lastPrefix)) {
            lastNumber = numbers.computeIfAbsent(prefix, this::addPrefix);
            lastPrefix = prefix;
        }
        prefixOf[vertex] = lastNumber;
    }

    /// Stores a vertex without a path in containment.
    void addWithout(int vertex) {
        ensure(vertex);
    }

    /// Whether the child's path is the parent's path and the child's name. False does not mean that it is not
    /// below.
    boolean isRightBelow(int child, int parent) {
        return prefixOf[child] != NONE && prefixOf[child] == pathNumber(parent);
    }

    String path(int vertex) {
        return prefixOf[vertex] == NONE
                ? graph.path(vertex)
                : prefixes.get(prefixOf[vertex]) + "/" + graph.name(vertex);
    }

    /// Sets the paths in the graph that do not follow from parent and name.
    void settle() {
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (prefixOf[vertex] == NONE) {
                continue;
            }
            int parent = graph.parent(vertex);
            boolean follows = parent == ResourceGraph.NO_VERTEX
                    ? prefixes.get(prefixOf[vertex]).isEmpty()
                    : isRightBelow(vertex, parent) && !graph.hasManyParents(vertex);
            if (!follows) {
                graph.setPath(vertex, ResourceGraph.CONTAINMENT, path(vertex));
            }
        }
    }

    private int pathNumber(int vertex) {
        if (pathOf[vertex] == UNKNOWN) {
            pathOf[vertex] = numbers.getOrDefault(path(vertex), NONE - 2);
        }
        return pathOf[vertex];
    }

    private Integer addPrefix(String prefix) {
        prefixes.add(prefix);
        return prefixes.size() - 1;
    }

    private void ensure(int vertex) {
        if (vertex >= prefixOf.length) {
            prefixOf = Arrays.copyOf(prefixOf, 2 * prefixOf.length);
            pathOf = Arrays.copyOf(pathOf, prefixOf.length);
        }
        prefixOf[vertex] = NONE;
        pathOf[vertex] = UNKNOWN;
    }
}

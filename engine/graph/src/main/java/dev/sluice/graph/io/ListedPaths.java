package dev.sluice.graph.io;

import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The containment paths that a JGF file lists, while it is read.
///
/// A path nearly always follows from the parent's and the vertex's name. But parents come after their children,
/// so that shows only in the end. Until then a path is the number of what is before its last slash, which all
/// children of a vertex share: a machine of a million vertices has some thirty thousand of these.
final class ListedPaths {
    private static final int NONE = -1;
    private static final int UNKNOWN = -2;

    private final ResourceGraph graph;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> prefixes = new ArrayList<>();
    private int[] prefixOf = new int[64];

    /// The number of a vertex's own path as a prefix, once asked for.
    private int[] pathOf = new int[64];

    private String lastPrefix = "";
    private int lastNumber = NONE;

    ListedPaths(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Notes the path of a vertex, which has its name already.
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

    /// Notes a vertex that has no path in containment.
    void addWithout(int vertex) {
        ensure(vertex);
    }

    /// Whether one vertex's path is just the other's and its name. False does not say that it is not below.
    boolean isRightBelow(int child, int parent) {
        return prefixOf[child] != NONE && prefixOf[child] == pathNumber(parent);
    }

    String path(int vertex) {
        return prefixOf[vertex] == NONE
                ? graph.path(vertex)
                : prefixes.get(prefixOf[vertex]) + "/" + graph.name(vertex);
    }

    /// Gives the graph those paths that it does not know by itself.
    void settle() {
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (prefixOf[vertex] == NONE) {
                continue;
            }
            int parent = graph.parent(vertex);
            boolean follows = parent == ResourceGraph.NO_VERTEX
                    ? prefixes.get(prefixOf[vertex]).isEmpty()
                    : isRightBelow(vertex, parent);
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

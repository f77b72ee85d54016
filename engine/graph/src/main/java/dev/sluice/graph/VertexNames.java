package dev.sluice.graph;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The names and paths of vertices.
///
/// A name follows from kind and id, a path from the parent's path and the name. Only names and paths that differ
/// are stored.
final class VertexNames {

    /// Bounds a path along auxiliary edges, which may form a cycle. No real path is as deep.
    private static final int LEVELS_MAX = 100;

    private record PathKey(int vertex, String subsystem) {}

    private final ResourceGraph graph;
    private final Map<Integer, String> ownNames = new HashMap<>();
    private final Map<PathKey, String> ownPaths = new HashMap<>();

    VertexNames(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Copies the names of another graph with the same vertex numbers.
    void takeOver(VertexNames other) {
        ownNames.putAll(other.ownNames);
        ownPaths.putAll(other.ownPaths);
    }

    void setName(int vertex, String name) {
        ownNames.put(vertex, name);
    }

    String ownName(int vertex) {
        return Objects.requireNonNull(ownNames.get(vertex));
    }

    void setPath(int vertex, String subsystem, String path) {
        ownPaths.put(new PathKey(vertex, subsystem), path);
    }

    /// The path that was set, or an empty string.
    String ownPath(int vertex, String subsystem) {
        return graph.hasOwnPath(vertex) ? ownPaths.getOrDefault(new PathKey(vertex, subsystem), "") : "";
    }

    /// Forgets a removed vertex.
    void forget(int vertex) {
        ownNames.remove(vertex);
        if (graph.hasOwnPath(vertex)) {
            graph.subsystems().forEach(subsystem -> ownPaths.remove(new PathKey(vertex, subsystem)));
        }
    }

    void appendName(StringBuilder text, int vertex) {
        if (graph.hasOwnName(vertex)) {
            text.append(ownName(vertex));
            return;
        }
        text.append(graph.kind(vertex).basename());
        if (graph.id(vertex) >= 0) {
            text.append(graph.id(vertex));
        }
    }

    void appendPath(StringBuilder text, int vertex) {
        String own = ownPath(vertex, graph.dominant());
        if (!own.isEmpty()) {
            text.append(own);
            return;
        }
        if (graph.parent(vertex) != ResourceGraph.NO_VERTEX) {
            appendPath(text, graph.parent(vertex));
        }
        text.append('/');
        appendName(text, vertex);
    }

    /// The path of the vertex; an empty string if it does not belong to the subsystem.
    String path(int vertex, String subsystem) {
        String own = ownPath(vertex, subsystem);
        if (!own.isEmpty()) {
            return own;
        }
        if (!subsystem.equals(graph.dominant())) {
            return auxiliaryPath(vertex, subsystem);
        }
        boolean belongs = graph.parent(vertex) != ResourceGraph.NO_VERTEX || graph.root() == vertex;
        return belongs ? graph.path(vertex) : "";
    }

    Map<String, String> paths(int vertex) {
        if (graph.subsystemCount() == 1) {
            return Map.of(graph.dominant(), graph.path(vertex));
        }
        Map<String, String> paths = new LinkedHashMap<>();
        for (String subsystem : graph.subsystems()) {
            String path = path(vertex, subsystem);
            if (!path.isEmpty()) {
                paths.put(subsystem, path);
            }
        }
        return paths;
    }

    /// The path that follows from the last of the subsystem's edges that lead to the vertex.
    private String auxiliaryPath(int vertex, String subsystem) {
        int number = graph.subsystems().indexOf(subsystem);
        String path = "";
        int above = vertex;
        for (int level = 0; level < LEVELS_MAX; level++) {
            String own = ownPath(above, subsystem);
            if (!own.isEmpty() || graph.root(subsystem) == above) {
                return (own.isEmpty() ? "/" + graph.name(above) : own) + path;
            }
            path = "/" + graph.name(above) + path;
            int last = ResourceGraph.NO_EDGE;
            for (int edge = graph.firstAuxiliaryIn(above);
                    edge != ResourceGraph.NO_EDGE;
                    edge = graph.nextAuxiliaryIn(edge)) {
                last = graph.subsystemNumber(edge) == number ? edge : last;
            }
            if (last == ResourceGraph.NO_EDGE) {
                return level == 0 ? "" : path;
            }
            above = graph.source(last);
        }
        return "";
    }
}

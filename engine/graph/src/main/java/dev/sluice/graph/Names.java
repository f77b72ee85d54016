package dev.sluice.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The names and paths of vertices, and which vertex a path leads to.
///
/// A name follows from kind and id, a path from the parent's path and the name; only what differs is kept as
/// text. To find a vertex, its path is walked down from the root, or from the longest part of it that some
/// vertex has as a path of its own. Each step is a look into a table of (parent, name), which is made when
/// first asked for: five bytes a vertex, no text.
final class Names {
    private static final int EMPTY = -1;

    /// Edges of an auxiliary subsystem could lead round in circles; nothing real is as deep.
    private static final int LEVELS_MAX = 100;

    private record PathKey(int vertex, String subsystem) {}

    private final ResourceGraph graph;
    private final Map<Integer, String> ownNames = new HashMap<>();
    private final Map<PathKey, String> ownPaths = new LinkedHashMap<>();
    private final Map<String, Integer> byOwnPath = new HashMap<>();
    private final Map<String, Integer> byOtherPath = new HashMap<>();

    // Open addressing; a slot holds a vertex. Empty until first asked.
    private int[] children = new int[0];
    private int indexed;

    Names(ResourceGraph graph) {
        this.graph = graph;
    }

    void setName(int vertex, String name) {
        ownNames.put(vertex, name);
        forget();
    }

    String ownName(int vertex) {
        return Objects.requireNonNull(ownNames.get(vertex));
    }

    void setPath(int vertex, String subsystem, String path) {
        ownPaths.put(new PathKey(vertex, subsystem), path);
        if (subsystem.equals(graph.dominant())) {
            byOwnPath.merge(path, vertex, this::firstLive);
        } else {
            byOtherPath.merge(path, vertex, this::firstLive);
        }
    }

    /// The path that was set, or an empty text.
    String ownPath(int vertex, String subsystem) {
        return ownPaths.getOrDefault(new PathKey(vertex, subsystem), "");
    }

    /// The path that follows from the last of the edges of an auxiliary subsystem that lead to the vertex.
    String auxiliaryPath(int vertex, int subsystem) {
        if (subsystem < 0) {
            return "";
        }
        String name = graph.subsystems().get(subsystem);
        String path = "";
        int above = vertex;
        for (int level = 0; level < LEVELS_MAX; level++) {
            String own = ownPath(above, name);
            if (!own.isEmpty() || graph.root(name) == above) {
                return (own.isEmpty() ? "/" + graph.name(above) : own) + path;
            }
            path = "/" + graph.name(above) + path;
            int last = ResourceGraph.NO_EDGE;
            for (int edge = graph.firstAuxiliaryIn(above);
                    edge != ResourceGraph.NO_EDGE;
                    edge = graph.nextAuxiliaryIn(edge)) {
                last = graph.subsystemNumber(edge) == subsystem ? edge : last;
            }
            if (last == ResourceGraph.NO_EDGE) {
                return level == 0 ? "" : path;
            }
            above = graph.source(last);
        }
        return "";
    }

    /// Tells of a new child, so that the table need not be made anew.
    void addChild(int vertex) {
        if (children.length == 0) {
            return;
        }
        if (2 * (indexed + 1) > children.length) {
            forget();
        } else {
            insert(vertex);
        }
    }

    void forget() {
        children = new int[0];
        indexed = 0;
    }

    int find(String path) {
        int vertex = findInDominant(path);
        return vertex == ResourceGraph.NO_VERTEX && graph.subsystemCount() > 1 ? findInAuxiliary(path) : vertex;
    }

    /// Subsystems beside the dominant one are small and rarely asked for: their edges are followed one by
    /// one.
    private int findInAuxiliary(String path) {
        int listed = live(byOtherPath.getOrDefault(path, ResourceGraph.NO_VERTEX));
        List<String> subsystems = graph.subsystems();
        for (int i = 1; i < subsystems.size() && listed == ResourceGraph.NO_VERTEX; i++) {
            int root = graph.root(subsystems.get(i));
            if (root != ResourceGraph.NO_VERTEX && path.startsWith("/")) {
                listed = follow(root, path, i);
            }
        }
        return listed;
    }

    private int follow(int root, String path, int subsystem) {
        int end = rootEnd(path);
        int vertex = end > 1 && graph.name(root).contentEquals(path.substring(1, end)) ? root : ResourceGraph.NO_VERTEX;
        while (vertex != ResourceGraph.NO_VERTEX && end < path.length()) {
            int slash = path.indexOf('/', end + 1);
            int stop = slash < 0 ? path.length() : slash;
            String name = path.substring(end + 1, stop);
            int edge = graph.firstOut(vertex);
            while (edge != ResourceGraph.NO_EDGE
                    && !(graph.subsystemNumber(edge) == subsystem
                            && graph.name(graph.target(edge)).equals(name))) {
                edge = graph.nextOut(edge);
            }
            vertex = edge == ResourceGraph.NO_EDGE ? ResourceGraph.NO_VERTEX : graph.target(edge);
            end = stop;
        }
        return vertex;
    }

    private int findInDominant(String path) {
        int end = path.length();
        int vertex = ResourceGraph.NO_VERTEX;
        if (!byOwnPath.isEmpty()) {
            while (vertex == ResourceGraph.NO_VERTEX && end > 0) {
                vertex = live(byOwnPath.getOrDefault(path.substring(0, end), ResourceGraph.NO_VERTEX));
                end = vertex == ResourceGraph.NO_VERTEX ? path.lastIndexOf('/', end - 1) : end;
            }
        }
        if (vertex == ResourceGraph.NO_VERTEX) {
            vertex = graph.root();
            end = vertex == ResourceGraph.NO_VERTEX || !isAt(path, 1, rootEnd(path), vertex) ? -1 : rootEnd(path);
        }
        return end < 0 ? ResourceGraph.NO_VERTEX : walk(vertex, path, end);
    }

    private static int rootEnd(String path) {
        int slash = path.indexOf('/', 1);
        return slash < 0 ? path.length() : slash;
    }

    private boolean isAt(String path, int start, int end, int vertex) {
        return path.startsWith("/")
                && end > start
                && graph.name(vertex).contentEquals(path.substring(start, end))
                && ownPath(vertex, graph.dominant()).isEmpty();
    }

    private int firstLive(int one, int other) {
        return graph.isRemoved(one) ? other : one;
    }

    private int live(int vertex) {
        return vertex == ResourceGraph.NO_VERTEX || graph.isRemoved(vertex) ? ResourceGraph.NO_VERTEX : vertex;
    }

    private int walk(int from, String path, int end) {
        int vertex = from;
        int start = end;
        while (vertex != ResourceGraph.NO_VERTEX && start < path.length()) {
            int slash = path.indexOf('/', start + 1);
            int stop = slash < 0 ? path.length() : slash;
            vertex = child(vertex, path.substring(start + 1, stop));
            start = stop;
        }
        return vertex;
    }

    private int child(int parent, String name) {
        if (children.length == 0) {
            index();
        }
        for (int slot = slot(parent, name); children[slot] != EMPTY; slot = (slot + 1) & (children.length - 1)) {
            int vertex = children[slot];
            if (graph.parent(vertex) == parent
                    && !graph.isRemoved(vertex)
                    && (!graph.hasOwnPath(vertex)
                            || ownPath(vertex, graph.dominant()).isEmpty())
                    && graph.name(vertex).equals(name)) {
                return vertex;
            }
        }
        return ResourceGraph.NO_VERTEX;
    }

    private void index() {
        int capacity = Integer.highestOneBit(Math.max(16, graph.vertexCount() + graph.vertexCount() / 4)) << 1;
        children = new int[capacity];
        Arrays.fill(children, EMPTY);
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.parent(vertex) != ResourceGraph.NO_VERTEX && !graph.isRemoved(vertex)) {
                insert(vertex);
            }
        }
    }

    private void insert(int vertex) {
        int slot = slot(graph.parent(vertex), graph.name(vertex));
        while (children[slot] != EMPTY) {
            slot = (slot + 1) & (children.length - 1);
        }
        children[slot] = vertex;
        indexed++;
    }

    private int slot(int parent, String name) {
        int hash = (parent * 0x9E3779B9 + name.hashCode()) * 0x85EBCA6B;
        return (hash ^ (hash >>> 15)) & (children.length - 1);
    }
}

package dev.sluice.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds vertices by path.
///
/// A look-up starts at the root, or at the longest prefix that was set explicitly as a vertex's path. Each step is
/// a look-up in a hash table of (parent, name). The table is built on first use; it takes 8 to 16 bytes a vertex
/// and no strings.
final class PathIndex {
    private static final int EMPTY = -1;
    private static final int NO_VERTEX = ResourceGraph.NO_VERTEX;

    private final ResourceGraph graph;
    private final Map<String, Integer> byOwnPath = new HashMap<>();
    private final Map<String, Integer> byOtherPath = new HashMap<>();

    /// Open addressing; a slot holds a vertex. Empty until first asked. A new table is at most half full and one that
    /// grows at most two thirds, so that it is rebuilt once for so many additions as a third of its vertices.
    private int[] children = new int[0];

    private int indexed;
    private int builds;

    PathIndex(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Copies the index of another graph with the same vertex numbers, ready for concurrent readers.
    void takeOver(PathIndex other) {
        byOwnPath.putAll(other.byOwnPath);
        byOtherPath.putAll(other.byOtherPath);
        index();
    }

    /// Records a path that differs from the parent's path and the vertex's name.
    void setPath(int vertex, String subsystem, String path) {
        (subsystem.equals(graph.dominant()) ? byOwnPath : byOtherPath).merge(path, vertex, this::firstLive);
    }

    /// Forgets the paths that were set for a removed vertex. In the table it stays where it is, and no look-up accepts
    /// it there.
    void forget(int vertex) {
        if (graph.hasOwnPath(vertex)) {
            for (String subsystem : graph.subsystems()) {
                String path = graph.ownPath(vertex, subsystem);
                byOwnPath.remove(path, vertex);
                byOtherPath.remove(path, vertex);
            }
        }
    }

    /// Adds a new child, so that the table need not be rebuilt.
    void addChild(int vertex) {
        if (children.length == 0) {
            return;
        }
        if (3L * (indexed + 1) > 2L * children.length) {
            forget();
        } else {
            insert(vertex);
        }
    }

    /// Adds a vertex under its new name. It also stays under the old one, where no look-up accepts it.
    void renamed(int vertex) {
        if (graph.parent(vertex) != NO_VERTEX) {
            addChild(vertex);
        }
    }

    /// Drops the table when it is full.
    private void forget() {
        children = new int[0];
        indexed = 0;
    }

    int find(String path) {
        int vertex = findInDominant(path);
        return vertex == NO_VERTEX && graph.subsystemCount() > 1 ? findInAuxiliary(path) : vertex;
    }

    private int findInDominant(String path) {
        int end = path.length();
        int vertex = NO_VERTEX;
        while (vertex == NO_VERTEX && end > 0 && !byOwnPath.isEmpty()) {
            vertex = live(byOwnPath.getOrDefault(path.substring(0, end), NO_VERTEX));
            end = vertex == NO_VERTEX ? path.lastIndexOf('/', end - 1) : end;
        }
        if (vertex == NO_VERTEX) {
            end = firstEnd(path);
            vertex = graph.root();
            boolean startsThere = vertex != NO_VERTEX
                    && graph.ownPath(vertex, graph.dominant()).isEmpty()
                    && isNamed(vertex, path, end);
            if (!startsThere) {
                return NO_VERTEX;
            }
        }
        while (vertex != NO_VERTEX && end < path.length()) {
            int next = nextEnd(path, end);
            vertex = child(vertex, path.substring(end + 1, next));
            end = next;
        }
        return vertex;
    }

    /// Auxiliary subsystems are small and rarely searched: follows their edges one by one.
    private int findInAuxiliary(String path) {
        int found = live(byOtherPath.getOrDefault(path, NO_VERTEX));
        List<String> subsystems = graph.subsystems();
        for (int i = 1; i < subsystems.size() && found == NO_VERTEX; i++) {
            found = follow(graph.root(subsystems.get(i)), path, i);
        }
        return found;
    }

    private int follow(int root, String path, int subsystem) {
        int end = firstEnd(path);
        int vertex = root != NO_VERTEX && isNamed(root, path, end) ? root : NO_VERTEX;
        while (vertex != NO_VERTEX && end < path.length()) {
            int next = nextEnd(path, end);
            String name = path.substring(end + 1, next);
            int edge = graph.firstOut(vertex);
            while (edge != ResourceGraph.NO_EDGE
                    && !(graph.subsystemNumber(edge) == subsystem
                            && graph.name(graph.target(edge)).equals(name))) {
                edge = graph.nextOut(edge);
            }
            vertex = edge == ResourceGraph.NO_EDGE ? NO_VERTEX : graph.target(edge);
            end = next;
        }
        return vertex;
    }

    private static int firstEnd(String path) {
        return nextEnd(path, 0);
    }

    private static int nextEnd(String path, int end) {
        int slash = path.indexOf('/', end + 1);
        return slash < 0 ? path.length() : slash;
    }

    private boolean isNamed(int vertex, String path, int end) {
        return path.startsWith("/") && graph.name(vertex).contentEquals(path.substring(1, end));
    }

    private int firstLive(int one, int other) {
        return graph.isRemoved(one) ? other : one;
    }

    private int live(int vertex) {
        return vertex == NO_VERTEX || graph.isRemoved(vertex) ? NO_VERTEX : vertex;
    }

    private int child(int parent, String name) {
        if (children.length == 0) {
            index();
        }
        for (int slot = slot(parent, name); children[slot] != EMPTY; slot = (slot + 1) & (children.length - 1)) {
            int vertex = children[slot];
            if (graph.parent(vertex) == parent
                    && !graph.isRemoved(vertex)
                    && graph.name(vertex).equals(name)
                    && graph.ownPath(vertex, graph.dominant()).isEmpty()) {
                return vertex;
            }
        }
        return NO_VERTEX;
    }

    /// Returns how often the table was built, each time from all vertices.
    int builds() {
        return builds;
    }

    private void index() {
        builds++;
        int capacity = Integer.highestOneBit(Math.max(16, 2 * graph.vertexCount() - 1)) << 1;
        children = new int[capacity];
        Arrays.fill(children, EMPTY);
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.parent(vertex) != NO_VERTEX && !graph.isRemoved(vertex)) {
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

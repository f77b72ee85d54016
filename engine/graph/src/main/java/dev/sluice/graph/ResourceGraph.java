package dev.sluice.graph;

import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/// The structure of a machine: vertices, and edges between them in one or more subsystems, of which containment is the
/// one that gives every vertex its place.
///
/// Vertices and edges are dense numbers from zero on. What is known of them lies in primitive arrays: a machine of ten
/// thousand nodes has a million vertices, and an object for each would cost more than the machine's whole state. What
/// many
/// vertices share (type, basename, unit, size) is a [VertexKind], of which there are a handful; names and paths follow
/// from
/// kind, id and parent, and are kept as text only where they differ from that.
///
/// The out-edges of a vertex form a list in the order of their making, which is the order in which results are printed.
/// Not thread-safe.
public final class ResourceGraph {
    public static final String CONTAINMENT = "containment";
    public static final int NO_VERTEX = -1;
    public static final int NO_EDGE = -1;
    public static final int NO_RANK = -1;

    /// Above this an `int` index into two longs per vertex would overflow; a thousand times the largest machine we
    /// know.
    static final int VERTICES_MAX = 1 << 29;

    private final List<VertexKind> kinds = new ArrayList<>();
    private final Map<VertexKind, Integer> kindNumbers = new HashMap<>();
    private final List<String> subsystems = new ArrayList<>(List.of(CONTAINMENT));

    private int vertexCount;
    private int[] kindOf = new int[64];
    private long[] idOf = new long[64];
    private long[] uniqIdOf = new long[64];
    private int[] rankOf = new int[64];
    private int[] parentOf = new int[64];
    private int[] edgeTo = new int[64];
    private int[] firstOut = new int[64];
    private int[] lastOut = new int[64];
    private boolean[] down = new boolean[64];

    private int edgeCount;
    private int[] sourceOf = new int[64];
    private int[] targetOf = new int[64];
    private int[] nextOut = new int[64];
    private byte[] subsystemOf = new byte[64];

    // What only a few vertices have.
    private final Map<Integer, String> ownNames = new HashMap<>();
    private final Map<PathKey, String> ownPaths = new HashMap<>();
    private final Map<Integer, Map<String, String>> properties = new HashMap<>();
    private final Map<String, Integer> roots = new LinkedHashMap<>();

    private record PathKey(int vertex, String subsystem) {}

    /// Makes a vertex that is connected to nothing yet.
    public int addVertex(VertexKind kind, long id, long uniqId, int rank) {
        Invariants.check(vertexCount < VERTICES_MAX, "more than (%d) vertices", VERTICES_MAX);
        if (vertexCount == kindOf.length) {
            growVertices();
        }
        int vertex = vertexCount++;
        kindOf[vertex] = kindNumbers.computeIfAbsent(kind, this::addKind);
        idOf[vertex] = id;
        uniqIdOf[vertex] = uniqId;
        rankOf[vertex] = rank;
        parentOf[vertex] = NO_VERTEX;
        edgeTo[vertex] = NO_EDGE;
        firstOut[vertex] = NO_EDGE;
        lastOut[vertex] = NO_EDGE;
        return vertex;
    }

    public int addEdge(int source, int target, String subsystem) {
        if (edgeCount == sourceOf.length) {
            growEdges();
        }
        int edge = edgeCount++;
        sourceOf[edge] = source;
        targetOf[edge] = target;
        subsystemOf[edge] = subsystemNumber(subsystem);
        nextOut[edge] = NO_EDGE;
        if (lastOut[source] == NO_EDGE) {
            firstOut[source] = edge;
        } else {
            nextOut[lastOut[source]] = edge;
        }
        lastOut[source] = edge;
        if (subsystem.equals(CONTAINMENT)) {
            parentOf[target] = source;
            edgeTo[target] = edge;
        }
        return edge;
    }

    public void setRoot(String subsystem, int vertex) {
        subsystemNumber(subsystem);
        roots.put(subsystem, vertex);
    }

    public void setName(int vertex, String name) {
        if (!name.equals(defaultName(vertex))) {
            ownNames.put(vertex, name);
        }
    }

    public void setPath(int vertex, String subsystem, String path) {
        ownPaths.put(new PathKey(vertex, subsystem), path);
    }

    public void setProperty(int vertex, String key, String value) {
        properties.computeIfAbsent(vertex, _ -> new LinkedHashMap<>()).put(key, value);
    }

    public void setDown(int vertex, boolean isDown) {
        down[vertex] = isDown;
    }

    public int vertexCount() {
        return vertexCount;
    }

    public int edgeCount() {
        return edgeCount;
    }

    public int root(String subsystem) {
        return roots.getOrDefault(subsystem, NO_VERTEX);
    }

    public int root() {
        return root(CONTAINMENT);
    }

    public List<String> subsystems() {
        return List.copyOf(subsystems);
    }

    public VertexKind kind(int vertex) {
        return kinds.get(kindOf[vertex]);
    }

    public String type(int vertex) {
        return kind(vertex).type();
    }

    public long size(int vertex) {
        return kind(vertex).size();
    }

    public long id(int vertex) {
        return idOf[vertex];
    }

    public long uniqId(int vertex) {
        return uniqIdOf[vertex];
    }

    public int rank(int vertex) {
        return rankOf[vertex];
    }

    public boolean isDown(int vertex) {
        return down[vertex];
    }

    /// The vertex that contains this one, or [#NO_VERTEX].
    public int parent(int vertex) {
        return parentOf[vertex];
    }

    /// The edge that leads to the vertex from the one that contains it, or [#NO_EDGE].
    public int edgeTo(int vertex) {
        return edgeTo[vertex];
    }

    public String name(int vertex) {
        String own = ownNames.get(vertex);
        return own == null ? defaultName(vertex) : own;
    }

    private String defaultName(int vertex) {
        return kind(vertex).basename() + (idOf[vertex] < 0 ? "" : Long.toString(idOf[vertex]));
    }

    public Map<String, String> properties(int vertex) {
        return properties.getOrDefault(vertex, Map.of());
    }

    public String path(int vertex) {
        String own = ownPaths.get(new PathKey(vertex, CONTAINMENT));
        if (own != null) {
            return own;
        }
        int parent = parentOf[vertex];
        return (parent == NO_VERTEX ? "" : path(parent)) + "/" + name(vertex);
    }

    /// The vertex's paths in all subsystems that it belongs to.
    public Map<String, String> paths(int vertex) {
        Map<String, String> paths = new LinkedHashMap<>();
        for (String subsystem : subsystems) {
            String own = ownPaths.get(new PathKey(vertex, subsystem));
            if (own != null) {
                paths.put(subsystem, own);
            } else if (subsystem.equals(CONTAINMENT)) {
                paths.put(subsystem, path(vertex));
            }
        }
        return paths;
    }

    /// The vertex with this path in containment.
    public OptionalInt findByPath(String path) {
        for (int vertex = 0; vertex < vertexCount; vertex++) {
            if (path.endsWith(name(vertex)) && path(vertex).equals(path)) {
                return OptionalInt.of(vertex);
            }
        }
        return OptionalInt.empty();
    }

    public int firstOut(int vertex) {
        return firstOut[vertex];
    }

    public int nextOut(int edge) {
        return nextOut[edge];
    }

    public int source(int edge) {
        return sourceOf[edge];
    }

    public int target(int edge) {
        return targetOf[edge];
    }

    public String subsystem(int edge) {
        return subsystems.get(subsystemOf[edge]);
    }

    public boolean isContainment(int edge) {
        return subsystemOf[edge] == 0;
    }

    /// The edges to what the vertex contains, in the order of their making.
    public int[] containmentEdges(int vertex) {
        int count = 0;
        for (int edge = firstOut[vertex]; edge != NO_EDGE; edge = nextOut[edge]) {
            count += isContainment(edge) ? 1 : 0;
        }
        int[] edges = new int[count];
        int next = 0;
        for (int edge = firstOut[vertex]; edge != NO_EDGE; edge = nextOut[edge]) {
            if (isContainment(edge)) {
                edges[next++] = edge;
            }
        }
        return edges;
    }

    /// All that hangs below the vertex in containment, children before parents, the vertex itself last.
    public void forEachBelow(int vertex, IntConsumer action) {
        for (int edge = firstOut[vertex]; edge != NO_EDGE; edge = nextOut[edge]) {
            if (isContainment(edge)) {
                forEachBelow(targetOf[edge], action);
            }
        }
        action.accept(vertex);
    }

    private Integer addKind(VertexKind kind) {
        kinds.add(kind);
        return kinds.size() - 1;
    }

    private byte subsystemNumber(String subsystem) {
        int number = subsystems.indexOf(subsystem);
        if (number < 0) {
            number = subsystems.size();
            subsystems.add(subsystem);
            Invariants.check(number <= Byte.MAX_VALUE, "more than (%d) subsystems", Byte.MAX_VALUE);
        }
        return (byte) number;
    }

    private void growVertices() {
        int capacity = vertexCount * 2;
        kindOf = Arrays.copyOf(kindOf, capacity);
        idOf = Arrays.copyOf(idOf, capacity);
        uniqIdOf = Arrays.copyOf(uniqIdOf, capacity);
        rankOf = Arrays.copyOf(rankOf, capacity);
        parentOf = Arrays.copyOf(parentOf, capacity);
        edgeTo = Arrays.copyOf(edgeTo, capacity);
        firstOut = Arrays.copyOf(firstOut, capacity);
        lastOut = Arrays.copyOf(lastOut, capacity);
        down = Arrays.copyOf(down, capacity);
    }

    private void growEdges() {
        int capacity = edgeCount * 2;
        sourceOf = Arrays.copyOf(sourceOf, capacity);
        targetOf = Arrays.copyOf(targetOf, capacity);
        nextOut = Arrays.copyOf(nextOut, capacity);
        subsystemOf = Arrays.copyOf(subsystemOf, capacity);
    }
}

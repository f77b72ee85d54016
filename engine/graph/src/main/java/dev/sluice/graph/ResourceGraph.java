package dev.sluice.graph;

import dev.sluice.jobspec.pod.Taint;
import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// The structure of a machine: vertices, and edges between them in one or more subsystems. One subsystem is
/// dominant and forms the tree of all vertices: containment, unless the graph was created as a view of another
/// one.
///
/// A vertex may have several parents in the dominant subsystem, such as an SSD that two nodes share. Then the
/// graph is no tree. One of the parents counts as *the* parent: the one from which a depth-first walk in the order
/// of out-edges reaches the vertex first. The edges from these parents form a tree again, which most of the code
/// walks.
///
/// Vertices and edges are dense numbers from zero. Their attributes lie in primitive arrays: a machine of ten
/// thousand nodes has a million vertices, and an object for each would take more memory than all other state.
/// Type, basename, unit and size form a [VertexKind], of which a graph has a handful. Names and paths follow from
/// kind, id and parent; only those that differ are stored.
///
/// The out-edges of a vertex form a list in creation order, which is also the order in which results are printed.
/// Numbers of removed vertices and edges are not reused, so that numbers are in the order of creation, unless the graph
/// is told to reuse them ([#reuseNumbers]). All others keep theirs in any case. Not thread-safe.
public final class ResourceGraph {
    public static final String CONTAINMENT = "containment";
    public static final int NO_VERTEX = -1;
    public static final int NO_EDGE = -1;
    public static final int NO_RANK = -1;
    public static final int NO_TYPE = Kinds.UNKNOWN;

    /// Beyond this an `int` index into two longs per vertex would overflow. A thousand times the largest known
    /// machine.
    static final int VERTICES_MAX = 1 << 29;

    private static final byte DOWN = 1;
    private static final byte REMOVED = 2;
    private static final byte OWN_NAME = 4;
    private static final byte OWN_PATH = 8;
    private static final byte PROPERTIES = 16;

    private final Kinds kinds;
    private final Edges edges;
    private final VertexNames names = new VertexNames(this);
    private final PathIndex pathIndex = new PathIndex(this);
    private final Ranks ranks;
    private final Taints taints;
    private final NodeChanges nodeChanges = new NodeChanges();
    private final ManyParents manyParents;

    /// Whether no vertex has several parents.
    private boolean isTree = true;

    /// Whether each vertex has the parent from which a depth-first walk reaches it first.
    private boolean isSettled = true;

    /// Null unless numbers are reused.
    private @Nullable FreeNumbers free;

    private int vertexCount;
    private int removedCount;
    private int nodeCount;
    private int[] kindOf = new int[64];
    private LongColumn idOf = new LongColumn();
    private LongColumn uniqIdOf = new LongColumn();
    private int[] rankOf = new int[64];
    private int[] parentOf = new int[64];
    private int[] edgeTo = new int[64];
    private byte[] flagsOf = new byte[64];

    private final Map<Integer, Map<String, String>> properties = new HashMap<>();
    private final Map<String, Integer> roots = new LinkedHashMap<>();

    /// The root of the dominant subsystem, cached for speed.
    private int root = NO_VERTEX;

    private long version;
    private long stateVersion;

    public ResourceGraph() {
        this(CONTAINMENT);
    }

    /// @param dominant the subsystem that forms the tree of all vertices
    public ResourceGraph(String dominant) {
        this.edges = new Edges(dominant);
        this.kinds = new Kinds();
        this.ranks = new Ranks();
        this.taints = new Taints();
        this.manyParents = new ManyParents();
    }

    private ResourceGraph(ResourceGraph other) {
        this.kinds = new Kinds(other.kinds);
        this.edges = new Edges(other.edges);
        this.ranks = new Ranks(other.ranks);
        this.taints = new Taints(other.taints);
        this.manyParents = new ManyParents(other.manyParents);
        this.isTree = other.isTree;
        this.isSettled = other.isSettled;
        this.vertexCount = other.vertexCount;
        this.removedCount = other.removedCount;
        this.nodeCount = other.nodeCount;
        this.kindOf = other.kindOf.clone();
        this.idOf = new LongColumn(other.idOf);
        this.uniqIdOf = new LongColumn(other.uniqIdOf);
        this.rankOf = other.rankOf.clone();
        this.parentOf = other.parentOf.clone();
        this.edgeTo = other.edgeTo.clone();
        this.flagsOf = other.flagsOf.clone();
        other.properties.forEach((vertex, values) -> properties.put(vertex, new LinkedHashMap<>(values)));
        this.roots.putAll(other.roots);
        this.root = other.root;
        this.version = other.version;
        this.stateVersion = other.stateVersion;
        this.names.takeOver(other.names);
        this.pathIndex.takeOver(other.pathIndex);
        this.free = other.free == null ? null : new FreeNumbers(other.free);
    }

    /// Gives the numbers of vertices and edges that are removed from now on to new ones. For machines whose nodes
    /// come and go; numbers are no longer in the order of creation then.
    public void reuseNumbers() {
        if (free == null) {
            free = new FreeNumbers();
        }
    }

    /// Copies the graph, with the same numbers. As long as the copy is not changed, many threads may read it.
    public ResourceGraph copy() {
        return new ResourceGraph(this);
    }

    /// Adds a vertex without edges.
    public int addVertex(VertexKind kind, long id, long uniqId, int rank) {
        int kindNumber = kinds.number(kind);
        int vertex = newVertex(kinds.type(kindNumber));
        kinds.use(kindNumber);
        kindOf[vertex] = kindNumber;
        idOf.set(vertex, id);
        uniqIdOf.set(vertex, uniqId);
        rankOf[vertex] = rank;
        parentOf[vertex] = NO_VERTEX;
        edgeTo[vertex] = NO_EDGE;
        edges.addVertex(vertex);
        if (isNode(vertex)) {
            nodeCount++;
            ranks.add(rank, vertex);
        }
        nodeChanged(vertex);
        version++;
        return vertex;
    }

    private int newVertex(int type) {
        int reused = free == null ? FreeNumbers.NONE : free.takeVertex(type);
        if (reused != FreeNumbers.NONE) {
            flagsOf[reused] = 0;
            removedCount--;
            return reused;
        }
        Invariants.check(vertexCount < VERTICES_MAX, "more than (%d) vertices", VERTICES_MAX);
        if (vertexCount == kindOf.length) {
            resizeVertices(grown(vertexCount));
        }
        return vertexCount++;
    }

    public int addEdge(int source, int target, String subsystem) {
        int number = edges.addSubsystem(subsystem);
        int edge = edges.add(source, target, number, free == null ? FreeNumbers.NONE : free.takeEdge());
        if (number == Edges.DOMINANT) {
            addParent(edge, source, target);
        }
        version++;
        return edge;
    }

    private void addParent(int edge, int source, int target) {
        if (target == root) {
            throw new GraphException("the root (%s) cannot be contained in (%s)".formatted(name(root), name(source)));
        }
        if (edgeTo[target] == NO_EDGE) {
            parentOf[target] = source;
            edgeTo[target] = edge;
            pathIndex.addChild(target);
        } else {
            manyParents.add(target, edgeTo[target], edge);
        }
        noteParents();
        isSettled &= isTree;
    }

    private void noteParents() {
        isTree = manyParents.isEmpty();
    }

    /// Moves an edge to another subsystem. Its target keeps its path.
    public void moveEdge(int edge, String subsystem) {
        int source = source(edge);
        int target = target(edge);
        int number = edges.addSubsystem(subsystem);
        if (number == edges.subsystem(edge)) {
            return;
        }
        if (isDominant(edge)) {
            keepPath(target);
            dropParent(target, edge);
        }
        edges.move(edge, number);
        if (number == Edges.DOMINANT) {
            addParent(edge, source, target);
        }
        version++;
    }

    private void dropParent(int vertex, int edge) {
        int other = manyParents.remove(vertex, edge);
        if (edgeTo[vertex] == edge) {
            edgeTo[vertex] = other;
            parentOf[vertex] = other == NO_EDGE ? NO_VERTEX : source(other);
        }
        noteParents();
        isSettled = false;
    }

    /// Gives each vertex the parent from which a depth-first walk in the order of out-edges reaches it first.
    /// Costs nothing in a tree.
    ///
    /// @throws GraphException if a vertex contains itself
    public void settle() {
        if (!isSettled) {
            isSettled = true;
            new FirstReached(this).settle();
        }
    }

    /// Makes an edge the one that leads to its target from *the* parent. The target keeps its path.
    void setEdgeTo(int edge) {
        int vertex = target(edge);
        if (edgeTo[vertex] != edge) {
            keepPath(vertex);
            edgeTo[vertex] = edge;
            parentOf[vertex] = source(edge);
        }
    }

    /// Gives a vertex another path, by which it is found from now on as well as by the old one. Vertices below it
    /// keep their paths.
    public void movePath(int vertex, String path) {
        for (int edge : containmentEdges(vertex)) {
            if (isContainment(edge)) {
                keepPath(target(edge));
            }
        }
        keepPath(vertex);
        setPath(vertex, dominant(), path);
    }

    private void keepPath(int vertex) {
        if (ownPath(vertex, dominant()).isEmpty()) {
            setPath(vertex, dominant(), path(vertex));
        }
    }

    /// Removes the vertex and all that it contains, directly or not.
    public void remove(int vertex) {
        if (!isTree) {
            removeWithShared(vertex);
            return;
        }
        if (edgeTo[vertex] != NO_EDGE) {
            unlink(edgeTo[vertex]);
        }
        edgeTo[vertex] = NO_EDGE;
        parentOf[vertex] = NO_VERTEX;
        forEachBelow(vertex, this::bury);
        roots.values().removeIf(this::isRemoved);
        root = root(dominant());
        version++;
    }

    private void unlink(int edge) {
        edges.unlink(edge);
        if (free != null) {
            free.addEdge(edge);
        }
    }

    private void removeWithShared(int top) {
        BitSet gone = new BitSet();
        forEachReachable(top, gone::set);
        gone.stream().forEach(vertex -> {
            for (int edge : parentEdges(vertex)) {
                if (!gone.get(source(edge))) {
                    edges.unlink(edge);
                }
            }
        });
        gone.stream().forEach(vertex -> {
            manyParents.forget(vertex);
            edgeTo[vertex] = NO_EDGE;
            parentOf[vertex] = NO_VERTEX;
            bury(vertex);
        });
        roots.values().removeIf(this::isRemoved);
        root = root(dominant());
        version++;
        noteParents();
        isSettled = false;
        settle();
    }

    /// Removes vertices but not what they contain.
    public void discard(BitSet gone) {
        gone.stream().forEach(vertex -> {
            for (int edge : parentEdges(vertex)) {
                dropParent(vertex, edge);
                edges.unlink(edge);
            }
            for (int edge : containmentEdges(vertex)) {
                dropParent(target(edge), edge);
                edges.unlink(edge);
            }
            bury(vertex);
        });
        roots.values().removeIf(this::isRemoved);
        root = root(dominant());
        version++;
        settle();
    }

    private void bury(int vertex) {
        if (isNode(vertex)) {
            nodeCount--;
            ranks.remove(rankOf[vertex], vertex);
        }
        flagsOf[vertex] |= REMOVED;
        taints.set(vertex, List.of());
        nodeChanged(vertex);
        removedCount++;
        while (edges.firstIn(vertex) != NO_EDGE) {
            unlink(edges.firstIn(vertex));
        }
        int edge = edges.firstOut(vertex);
        while (edge != NO_EDGE) {
            int next = edges.nextOut(edge);
            if (!isDominant(edge)) {
                unlink(edge);
            }
            edge = next;
        }
        if (free != null) {
            forget(vertex, free);
        }
    }

    /// Drops all that is known of a removed vertex, so that its number can be reused.
    private void forget(int vertex, FreeNumbers numbers) {
        pathIndex.forget(vertex);
        names.forget(vertex);
        properties.remove(vertex);
        numbers.addVertex(vertex, typeNumber(vertex));
        kinds.leave(kindOf[vertex]);
        if (edgeTo[vertex] != NO_EDGE) {
            // The vertex above goes as well, so the edge need not leave its list.
            numbers.addEdge(edgeTo[vertex]);
        }
    }

    /// Gives the vertex another size.
    public void resize(int vertex, long size) {
        VertexKind kind = kind(vertex);
        int before = kindOf[vertex];
        kindOf[vertex] =
                kinds.number(new VertexKind(kind.type(), kind.basename(), kind.unit(), size, kind.divisible()));
        kinds.use(kindOf[vertex]);
        if (free != null) {
            kinds.leave(before);
        }
        version++;
    }

    /// Shrinks the arrays to the present number of vertices and edges.
    public void trim() {
        resizeVertices(Math.max(1, vertexCount));
        edges.resizeEdges(Math.max(1, edges.count()));
    }

    public void setRoot(String subsystem, int vertex) {
        edges.addSubsystem(subsystem);
        roots.put(subsystem, vertex);
        root = root(dominant());
        version++;
    }

    public void setName(int vertex, String name) {
        if (!name.equals(name(vertex))) {
            flagsOf[vertex] |= OWN_NAME;
            names.setName(vertex, name);
            nodeChanged(vertex);
            pathIndex.renamed(vertex);
            version++;
        }
    }

    public void setPath(int vertex, String subsystem, String path) {
        edges.addSubsystem(subsystem);
        flagsOf[vertex] |= OWN_PATH;
        names.setPath(vertex, subsystem, path);
        pathIndex.setPath(vertex, subsystem, path);
        version++;
    }

    public void setProperty(int vertex, String key, String value) {
        flagsOf[vertex] |= PROPERTIES;
        String before = properties.computeIfAbsent(vertex, _ -> new TreeMap<>()).put(key, value);
        if (!value.equals(before)) {
            nodeChanged(vertex);
            stateVersion++;
        }
    }

    public void removeProperty(int vertex, String key) {
        Map<String, String> own = properties.get(vertex);
        if (own != null && own.remove(key) != null) {
            nodeChanged(vertex);
            stateVersion++;
        }
    }

    /// Replaces all taints of a node.
    public void setTaints(int vertex, List<Taint> others) {
        if (taints.set(vertex, others)) {
            nodeChanged(vertex);
            stateVersion++;
        }
    }

    private void nodeChanged(int vertex) {
        if (kind(vertex).isConstrained()) {
            nodeChanges.add(vertex);
        }
    }

    public void setDown(int vertex, boolean isDown) {
        if (isDown != isDown(vertex)) {
            flagsOf[vertex] ^= DOWN;
            stateVersion++;
        }
    }

    /// Increases whenever a vertex or an edge is added or removed, or a vertex is resized.
    public long version() {
        return version;
    }

    /// Increases whenever the status, a property or a taint of a vertex changes.
    public long stateVersion() {
        return stateVersion;
    }

    /// How many kinds of vertices there are or were.
    public int kindCount() {
        return kinds.count();
    }

    /// One more than the highest number of a vertex that there is or was.
    public int vertexCount() {
        return vertexCount;
    }

    public int liveVertexCount() {
        return vertexCount - removedCount;
    }

    public int nodeCount() {
        return nodeCount;
    }

    /// One more than the highest number of an edge that there is or was.
    public int edgeCount() {
        return edges.count();
    }

    public int root(String subsystem) {
        return roots.getOrDefault(subsystem, NO_VERTEX);
    }

    public int root() {
        return root;
    }

    public String dominant() {
        return edges.subsystemName(Edges.DOMINANT);
    }

    /// The names of all subsystems, the dominant one first.
    public List<String> subsystems() {
        return List.copyOf(edges.subsystems());
    }

    public int subsystemCount() {
        return edges.subsystems().size();
    }

    public VertexKind kind(int vertex) {
        return kinds.kind(kindOf[vertex]);
    }

    /// A number that all vertices of a kind share.
    public int kindNumber(int vertex) {
        return kindOf[vertex];
    }

    public String type(int vertex) {
        return kind(vertex).type();
    }

    /// The type as a number below [#typeCount()].
    public int typeNumber(int vertex) {
        return kinds.type(kindOf[vertex]);
    }

    /// [#NO_TYPE] if no vertex ever had this type.
    public int typeNumber(String type) {
        return kinds.typeNumber(type);
    }

    public String typeName(int typeNumber) {
        return kinds.typeName(typeNumber);
    }

    public int typeCount() {
        return kinds.typeCount();
    }

    public long size(int vertex) {
        return kinds.size(kindOf[vertex]);
    }

    public boolean isDivisible(int vertex) {
        return kinds.isDivisible(kindOf[vertex]);
    }

    public boolean isNode(int vertex) {
        return typeNumber(vertex) == kinds.typeNumber(VertexKind.NODE);
    }

    public long id(int vertex) {
        return idOf.get(vertex);
    }

    public long uniqId(int vertex) {
        return uniqIdOf.get(vertex);
    }

    public int rank(int vertex) {
        return rankOf[vertex];
    }

    /// The node with the rank, or [#NO_VERTEX].
    public int nodeOfRank(int rank) {
        return ranks.find(rank);
    }

    public boolean isDown(int vertex) {
        return (flagsOf[vertex] & DOWN) != 0;
    }

    public boolean isRemoved(int vertex) {
        return (flagsOf[vertex] & REMOVED) != 0;
    }

    /// Whether no vertex has several parents.
    public boolean isTree() {
        return isTree;
    }

    /// Whether the vertex has several parents.
    public boolean hasManyParents(int vertex) {
        return !isTree && manyParents.has(vertex);
    }

    /// The edges of the dominant subsystem that lead to a vertex, in creation order.
    public int[] parentEdges(int vertex) {
        if (hasManyParents(vertex)) {
            return manyParents.edges(vertex);
        }
        return edgeTo[vertex] == NO_EDGE ? new int[0] : new int[] {edgeTo[vertex]};
    }

    /// The vertex that contains this one, or [#NO_VERTEX].
    public int parent(int vertex) {
        return parentOf[vertex];
    }

    /// The source of the first edge that led to the vertex, or [#NO_VERTEX].
    public int firstParent(int vertex) {
        return hasManyParents(vertex) ? source(manyParents.edges(vertex)[0]) : parentOf[vertex];
    }

    /// The edge that leads to the vertex from the one that contains it, or [#NO_EDGE].
    public int edgeTo(int vertex) {
        return edgeTo[vertex];
    }

    public String name(int vertex) {
        if (hasOwnName(vertex)) {
            return names.ownName(vertex);
        }
        String basename = kind(vertex).basename();
        return id(vertex) < 0 ? basename : basename + id(vertex);
    }

    /// Whether the vertex has a name that does not follow from its kind and id.
    public boolean hasOwnName(int vertex) {
        return (flagsOf[vertex] & OWN_NAME) != 0;
    }

    /// Equivalent to appending [#name(int)].
    public void appendName(StringBuilder text, int vertex) {
        names.appendName(text, vertex);
    }

    public Map<String, String> properties(int vertex) {
        return (flagsOf[vertex] & PROPERTIES) == 0 ? Map.of() : properties.getOrDefault(vertex, Map.of());
    }

    public List<Taint> taints(int vertex) {
        return taints.of(vertex);
    }

    /// The nodes with taints, in ascending order.
    public Set<Integer> taintedNodes() {
        return Collections.unmodifiableSet(taints.vertices());
    }

    /// The nodes whose labels, taints, name or existence changed.
    public NodeChanges nodeChanges() {
        return nodeChanges;
    }

    public String path(int vertex) {
        StringBuilder path = new StringBuilder(64);
        names.appendPath(path, vertex);
        return path.toString();
    }

    /// Equivalent to appending [#path(int)].
    public void appendPath(StringBuilder text, int vertex) {
        names.appendPath(text, vertex);
    }

    /// Whether a path was set for the vertex, in any subsystem.
    boolean hasOwnPath(int vertex) {
        return (flagsOf[vertex] & OWN_PATH) != 0;
    }

    /// The path that was set, or an empty string.
    String ownPath(int vertex, String subsystem) {
        return names.ownPath(vertex, subsystem);
    }

    /// The vertex's path in a subsystem; an empty string if it does not belong to it.
    public String path(int vertex, String subsystem) {
        return names.path(vertex, subsystem);
    }

    /// The vertex's paths in all subsystems that it belongs to.
    public Map<String, String> paths(int vertex) {
        return names.paths(vertex);
    }

    /// Finds the vertex with this path, in the dominant subsystem first, then in the others.
    public OptionalInt findByPath(String path) {
        int vertex = pathIndex.find(path);
        return vertex == NO_VERTEX ? OptionalInt.empty() : OptionalInt.of(vertex);
    }

    public int firstOut(int vertex) {
        return edges.firstOut(vertex);
    }

    public int nextOut(int edge) {
        return edges.nextOut(edge);
    }

    /// The first in-edge of an auxiliary subsystem, or [#NO_EDGE].
    public int firstAuxiliaryIn(int vertex) {
        return edges.firstIn(vertex);
    }

    public int nextAuxiliaryIn(int edge) {
        return edges.nextIn(edge);
    }

    public int source(int edge) {
        return edges.source(edge);
    }

    public int target(int edge) {
        return edges.target(edge);
    }

    public String subsystem(int edge) {
        return edges.subsystemName(edges.subsystem(edge));
    }

    /// The place of the edge's subsystem in [#subsystems()].
    public int subsystemNumber(int edge) {
        return edges.subsystem(edge);
    }

    /// Whether the edge is one of the dominant subsystem, from any parent.
    public boolean isDominant(int edge) {
        return edges.subsystem(edge) == Edges.DOMINANT;
    }

    /// Whether the edge is one of the dominant subsystem and leads from the target's [#parent(int)].
    public boolean isContainment(int edge) {
        return edges.subsystem(edge) == Edges.DOMINANT && (isTree || edgeTo[edges.target(edge)] == edge);
    }

    /// The out-edges of the vertex in the dominant subsystem, in creation order.
    public int[] containmentEdges(int vertex) {
        int count = 0;
        for (int edge = firstOut(vertex); edge != NO_EDGE; edge = nextOut(edge)) {
            count += isDominant(edge) ? 1 : 0;
        }
        int[] found = new int[count];
        int next = 0;
        for (int edge = firstOut(vertex); edge != NO_EDGE; edge = nextOut(edge)) {
            if (isDominant(edge)) {
                found[next++] = edge;
            }
        }
        return found;
    }

    /// Visits the vertex's subtree in the dominant subsystem in post-order: children before parents, the vertex
    /// itself last.
    public void forEachBelow(int vertex, IntConsumer action) {
        int edge = firstOut(vertex);
        while (edge != NO_EDGE) {
            int next = nextOut(edge);
            if (isContainment(edge)) {
                forEachBelow(target(edge), action);
            }
            edge = next;
        }
        action.accept(vertex);
    }

    /// Visits the vertex and all that it contains, directly or not, each once and children before parents.
    public void forEachReachable(int vertex, IntConsumer action) {
        if (isTree) {
            forEachBelow(vertex, action);
        } else {
            forEachReachable(vertex, new BitSet(), action);
        }
    }

    private void forEachReachable(int vertex, BitSet seen, IntConsumer action) {
        seen.set(vertex);
        for (int edge = firstOut(vertex); edge != NO_EDGE; edge = nextOut(edge)) {
            if (isDominant(edge) && !seen.get(target(edge))) {
                forEachReachable(target(edge), seen, action);
            }
        }
        action.accept(vertex);
    }

    private void resizeVertices(int capacity) {
        kindOf = Arrays.copyOf(kindOf, capacity);
        idOf.resize(capacity);
        uniqIdOf.resize(capacity);
        rankOf = Arrays.copyOf(rankOf, capacity);
        parentOf = Arrays.copyOf(parentOf, capacity);
        edgeTo = Arrays.copyOf(edgeTo, capacity);
        flagsOf = Arrays.copyOf(flagsOf, capacity);
        edges.resizeVertices(capacity);
    }

    /// Grows by half: copying stays amortized linear, and at most a third of the array is unused.
    static int grown(int capacity) {
        return Math.max(64, capacity + (capacity >> 1));
    }
}

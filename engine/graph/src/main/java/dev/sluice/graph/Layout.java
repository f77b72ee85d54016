package dev.sluice.graph;

import java.util.Arrays;

/// An index of a graph's containment tree: the post-order of its vertices, the types of their children, and how
/// much of each type lies below each of them.
///
/// *Inner* vertices have children. There are few of them, so they have dense numbers of their own, and per-vertex
/// counts cost little even on a large machine. *Counted* types are the types of leaves, whose amounts are summed.
/// A type that was counted once stays counted.
///
/// The index is built once. After that the owner reports each change of the graph, and the index follows: a
/// subtree that was added, one that is about to be removed, a vertex that was resized. Each costs the vertices
/// concerned and those above them. What depends on all vertices of a type, such as the largest of them, is kept in
/// a [Tally].
///
/// Of a graph in which vertices have several parents, this is the index of the tree that the edges from *the*
/// parents form. So a shared vertex counts once. That index does not follow changes; its owner builds another one.
/// It also counts nodes, since a search must not look for nodes below a vertex that only shares them.
///
/// Requests are compiled against a few of these numbers. They stay valid as long as [#vocabulary] does.
public final class Layout {

    /// A hundred times deeper than any machine; placements are read off by recursion.
    public static final int DEPTH_MAX = 1000;

    public static final int NOT_COUNTED = -1;
    public static final int NOT_INNER = -1;

    /// Types that fit the mask of a vertex's child types.
    private static final int MASKED_TYPES = 63;

    private final ResourceGraph graph;
    private final PostOrder order;
    private short[] depth;

    /// The inner number of each vertex.
    private int[] inner;

    private int innerLimit;
    private int[] freeInner = new int[8];
    private int freeInnerCount;

    /// By inner number.
    private long[] childTypes;

    /// By inner number: the first vertex in post-order of all below.
    private int[] firstBelow;

    /// By type.
    private int[] countedOf;

    private int countedCount;

    private final InnerAmounts totals;

    private final TypeFacts types;
    private long vocabulary;

    /// Of the last subtree that was walked, in post-order.
    private int[] walk = new int[16];

    public Layout(ResourceGraph graph) {
        this.graph = graph;
        int vertices = graph.vertexCount();
        this.order = new PostOrder(vertices);
        this.depth = new short[vertices];
        this.inner = new int[vertices];
        Arrays.fill(inner, NOT_INNER);
        int count = graph.root() == ResourceGraph.NO_VERTEX ? 0 : walk(graph.root(), 1);
        numberInner(count);
        if (!graph.isTree()) {
            numberOtherParents(count);
        }
        this.childTypes = new long[innerLimit];
        this.firstBelow = new int[innerLimit];
        Arrays.fill(firstBelow, PostOrder.NONE);
        this.countedOf = new int[graph.typeCount()];
        chooseCounted(count);
        this.totals = new InnerAmounts(innerLimit, countedCount);
        order.fill(walk, count, inner);
        addUp(count);
        if (!graph.isTree()) {
            addOtherParents(count);
        }
        this.types = new TypeFacts(this);
        types.addAll(walk, count);
    }

    /// Copies the index for a copy of the graph.
    public Layout(Layout other, ResourceGraph copy) {
        this.graph = copy;
        this.order = new PostOrder(other.order);
        this.depth = other.depth.clone();
        this.inner = other.inner.clone();
        this.innerLimit = other.innerLimit;
        this.freeInner = other.freeInner.clone();
        this.freeInnerCount = other.freeInnerCount;
        this.childTypes = other.childTypes.clone();
        this.firstBelow = other.firstBelow.clone();
        this.countedOf = other.countedOf.clone();
        this.countedCount = other.countedCount;
        this.totals = new InnerAmounts(other.totals);
        this.types = new TypeFacts(other.types, this);
        this.vocabulary = other.vocabulary;
    }

    /// Lists a subtree in post-order. Does not recurse: a hostile file may be very deep.
    ///
    /// @return how many vertices it has
    private int walk(int top, int topDepth) {
        int count = 0;
        int vertex = top;
        int level = topDepth;
        int edge = graph.firstOut(vertex);
        int[] edges = new int[Math.max(16, 2 * topDepth)];
        while (true) {
            while (edge != ResourceGraph.NO_EDGE && !graph.isContainment(edge)) {
                edge = graph.nextOut(edge);
            }
            if (edge != ResourceGraph.NO_EDGE) {
                if (level == DEPTH_MAX) {
                    throw new GraphException("the graph has more than (%d) levels".formatted(DEPTH_MAX));
                }
                if (level == edges.length) {
                    edges = Arrays.copyOf(edges, 2 * level);
                }
                edges[level++] = edge;
                vertex = graph.target(edge);
                edge = graph.firstOut(vertex);
                continue;
            }
            depth[vertex] = (short) level;
            if (count == walk.length) {
                walk = Arrays.copyOf(walk, 2 * count);
            }
            walk[count++] = vertex;
            if (vertex == top) {
                return count;
            }
            edge = edges[--level];
            vertex = graph.source(edge);
            edge = graph.nextOut(edge);
        }
    }

    /// Numbers the vertices of the last walk that have children.
    private void numberInner(int count) {
        for (int i = 0; i < count; i++) {
            int above = graph.parent(walk[i]);
            if (above != ResourceGraph.NO_VERTEX && walk[i] != walk[count - 1] && inner[above] == NOT_INNER) {
                inner[above] = takeInner();
            }
        }
    }

    /// Numbers the vertices all of whose children have another one as their parent.
    private void numberOtherParents(int count) {
        for (int i = 0; i < count; i++) {
            if (inner[walk[i]] == NOT_INNER && graph.containmentEdges(walk[i]).length > 0) {
                inner[walk[i]] = takeInner();
            }
        }
    }

    /// Adds the types of children that have another vertex as their parent. Their amounts count there.
    private void addOtherParents(int count) {
        for (int i = 0; i < count; i++) {
            int own = inner[walk[i]];
            if (own == NOT_INNER) {
                continue;
            }
            for (int edge : graph.containmentEdges(walk[i])) {
                childTypes[own] |= maskOf(graph.typeNumber(graph.target(edge)));
            }
            if (firstBelow[own] == PostOrder.NONE) {
                firstBelow[own] = walk[i];
            }
        }
    }

    private int takeInner() {
        return freeInnerCount > 0 ? freeInner[--freeInnerCount] : innerLimit++;
    }

    private void dropInner(int vertex) {
        int number = inner[vertex];
        inner[vertex] = NOT_INNER;
        childTypes[number] = 0;
        firstBelow[number] = PostOrder.NONE;
        totals.clear(number);
        if (freeInnerCount == freeInner.length) {
            freeInner = Arrays.copyOf(freeInner, 2 * freeInnerCount);
        }
        freeInner[freeInnerCount++] = number;
    }

    private void chooseCounted(int count) {
        Arrays.fill(countedOf, NOT_COUNTED);
        int cores = graph.typeNumber(VertexKind.CORE);
        if (cores >= 0) {
            countedOf[cores] = countedCount++;
        }
        int nodes = graph.typeNumber(VertexKind.NODE);
        if (nodes >= 0 && !graph.isTree()) {
            countedOf[nodes] = countedCount++;
        }
        for (int i = 0; i < count; i++) {
            int type = graph.typeNumber(walk[i]);
            if (inner[walk[i]] == NOT_INNER && countedOf[type] == NOT_COUNTED) {
                countedOf[type] = countedCount++;
            }
        }
    }

    /// Sums up the vertices of the last walk, but not into what contains them.
    private void addUp(int count) {
        for (int i = 0; i < count; i++) {
            int vertex = walk[i];
            int own = inner[vertex];
            int counted = countedOf[graph.typeNumber(vertex)];
            if (own != NOT_INNER && counted != NOT_COUNTED) {
                totals.add(own, counted, graph.size(vertex));
            }
            if (i == count - 1) {
                return;
            }
            int in = inner[graph.parent(vertex)];
            childTypes[in] |= maskOf(graph.typeNumber(vertex));
            if (firstBelow[in] == PostOrder.NONE) {
                firstBelow[in] = firstBelow(vertex);
            }
            if (own != NOT_INNER) {
                for (int type = 0; type < countedCount; type++) {
                    totals.add(in, type, totals.get(own, type));
                }
            } else if (counted != NOT_COUNTED) {
                totals.add(in, counted, graph.size(vertex));
            }
        }
    }

    private static long maskOf(int type) {
        return type < MASKED_TYPES ? 1L << type : 0;
    }

    /// Follows the graph after a subtree was added below a vertex.
    ///
    /// @param top the highest new vertex
    public void added(int top) {
        int parent = graph.parent(top);
        makeRoom();
        int count = walk(top, depth[parent] + 1);
        numberInner(count);
        boolean wasLeaf = inner[parent] == NOT_INNER;
        if (wasLeaf) {
            types.remove(parent);
            inner[parent] = takeInner();
        }
        growInner();
        if (wasLeaf) {
            int own = countedOf[graph.typeNumber(parent)];
            if (own != NOT_COUNTED) {
                totals.set(inner[parent], own, graph.size(parent));
            }
            types.add(parent);
        }
        addUp(count);
        if (wasLeaf) {
            replaceFirst(parent, parent, firstBelow(top));
        }
        order.insert(walk, count, parent, inner);
        for (int i = 0; i < count; i++) {
            types.add(walk[i]);
        }
        setChildTypes(parent, childTypes[inner[parent]] | maskOf(graph.typeNumber(top)));
        for (int type = 0; type < countedCount; type++) {
            addAbove(parent, type, total(top, type));
        }
        for (int i = 0; i < count; i++) {
            if (inner[walk[i]] == NOT_INNER) {
                count(graph.typeNumber(walk[i]));
            }
        }
    }

    /// Follows the graph before a subtree is removed.
    public void removing(int top) {
        int parent = graph.parent(top);
        int count = walk(top, depth[top]);
        for (int type = 0; type < countedCount; type++) {
            addAbove(parent, type, -total(top, type));
        }
        for (int i = 0; i < count; i++) {
            types.remove(walk[i]);
        }
        order.remove(walk[0], top, count);
        for (int i = 0; i < count; i++) {
            if (inner[walk[i]] != NOT_INNER) {
                dropInner(walk[i]);
            }
        }
        replaceFirst(parent, walk[0], firstChildBeside(parent, top));
        if (!hasOtherChild(parent, top)) {
            types.remove(parent);
            dropInner(parent);
            types.add(parent);
            count(graph.typeNumber(parent));
        } else if (!hasOtherChildOfType(parent, top)) {
            setChildTypes(parent, childTypes[inner[parent]] & ~maskOf(graph.typeNumber(top)));
        }
    }

    /// Follows the graph after a vertex was resized.
    public void resized(int vertex, long before) {
        makeRoom();
        types.resized(vertex, before);
        int counted = countedOf[graph.typeNumber(vertex)];
        long change = graph.size(vertex) - before;
        if (counted == NOT_COUNTED) {
            return;
        }
        if (inner[vertex] == NOT_INNER) {
            types.totalChanged(vertex, counted, before, before + change);
            addAbove(graph.parent(vertex), counted, change);
        } else {
            addAbove(vertex, counted, change);
        }
    }

    private void addAbove(int from, int counted, long change) {
        for (int above = from; change != 0 && above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            long before = totals.get(inner[above], counted);
            totals.set(inner[above], counted, before + change);
            types.totalChanged(above, counted, before, before + change);
        }
    }

    private void setChildTypes(int vertex, long mask) {
        types.childTypesChanged(vertex, childTypes[inner[vertex]], mask);
        childTypes[inner[vertex]] = mask;
    }

    /// The first vertex in post-order of all at or below a vertex.
    public int firstBelow(int vertex) {
        // All that it contains may count as another parent's.
        boolean isAlone = inner[vertex] == NOT_INNER || firstBelow[inner[vertex]] == PostOrder.NONE;
        return isAlone ? vertex : firstBelow[inner[vertex]];
    }

    /// Gives a vertex, and those above it, another first vertex where it was this one.
    private void replaceFirst(int from, int old, int other) {
        firstBelow[inner[from]] = firstBelow[inner[from]] == PostOrder.NONE || firstBelow[inner[from]] == old
                ? other
                : firstBelow[inner[from]];
        for (int above = graph.parent(from);
                above != ResourceGraph.NO_VERTEX && firstBelow[inner[above]] == old;
                above = graph.parent(above)) {
            firstBelow[inner[above]] = other;
        }
    }

    /// The first vertex in post-order below a vertex, or itself, without one of its children.
    private int firstChildBeside(int parent, int child) {
        for (int edge = graph.firstOut(parent); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge) && graph.target(edge) != child) {
                return firstBelow(graph.target(edge));
            }
        }
        return parent;
    }

    private boolean hasOtherChild(int parent, int child) {
        for (int edge = graph.firstOut(parent); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge) && graph.target(edge) != child) {
                return true;
            }
        }
        return false;
    }

    private boolean hasOtherChildOfType(int parent, int child) {
        for (int edge = graph.firstOut(parent); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge)
                    && graph.target(edge) != child
                    && graph.typeNumber(graph.target(edge)) == graph.typeNumber(child)) {
                return true;
            }
        }
        return false;
    }

    /// Counts a type from now on. Vertices of the type that have children were not summed before.
    private void count(int type) {
        if (countedOf[type] != NOT_COUNTED) {
            return;
        }
        int counted = countedCount++;
        countedOf[type] = counted;
        totals.grow(childTypes.length, countedCount);
        types.resize();
        for (int vertex = order.first(); vertex != PostOrder.NONE; vertex = order.after(vertex)) {
            if (graph.typeNumber(vertex) == type) {
                int from = inner[vertex] == NOT_INNER ? graph.parent(vertex) : vertex;
                for (int above = from; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    totals.add(inner[above], counted, graph.size(vertex));
                }
            }
        }
        vocabulary++;
    }

    /// Makes room for new vertices and types.
    private void makeRoom() {
        if (graph.vertexCount() > inner.length) {
            int old = inner.length;
            int vertices = Math.max(graph.vertexCount(), ResourceGraph.grown(old));
            order.resize(vertices);
            depth = Arrays.copyOf(depth, vertices);
            inner = Arrays.copyOf(inner, vertices);
            Arrays.fill(inner, old, vertices, NOT_INNER);
        }
        if (graph.typeCount() > countedOf.length) {
            int old = countedOf.length;
            countedOf = Arrays.copyOf(countedOf, graph.typeCount());
            Arrays.fill(countedOf, old, countedOf.length, NOT_COUNTED);
            types.resize();
            vocabulary++;
            int cores = graph.typeNumber(VertexKind.CORE);
            if (cores >= old) {
                count(cores);
            }
        }
    }

    private void growInner() {
        if (innerLimit > childTypes.length) {
            int length = Math.max(innerLimit, ResourceGraph.grown(childTypes.length));
            int old = childTypes.length;
            childTypes = Arrays.copyOf(childTypes, length);
            firstBelow = Arrays.copyOf(firstBelow, length);
            Arrays.fill(firstBelow, old, length, PostOrder.NONE);
            totals.grow(length, countedCount);
        }
    }

    public ResourceGraph graph() {
        return graph;
    }

    /// Increases when requests must be compiled again: there are new types, or bounds that they use have changed.
    public long vocabulary() {
        return vocabulary;
    }

    /// Takes the place of another index of the same graph, for which requests may have been compiled.
    public void replace(Layout other) {
        vocabulary = other.vocabulary + 1;
    }

    void vocabularyChanged() {
        vocabulary++;
    }

    /// A number that is lower for vertices that come earlier in post-order, children before parents; -1 if the vertex
    /// is not in the tree. Valid for the present [#generation].
    public int post(int vertex) {
        return order.label(vertex);
    }

    /// Whether the vertex is in the tree, as far as it was reported.
    public boolean contains(int vertex) {
        return vertex < inner.length && order.label(vertex) != PostOrder.NONE;
    }

    /// Increases when vertices get other numbers by [#post]. Their order stays.
    public int generation() {
        return order.generation();
    }

    /// The lowest post-order number of all vertices at or below a vertex.
    public int firstPost(int vertex) {
        return order.label(firstBelow(vertex));
    }

    /// The first vertex in post-order, or [ResourceGraph#NO_VERTEX].
    public int firstInOrder() {
        return order.first();
    }

    /// The next vertex in post-order, or [ResourceGraph#NO_VERTEX].
    public int nextInOrder(int vertex) {
        return order.after(vertex);
    }

    /// The root has 1.
    public int depth(int vertex) {
        return depth[vertex];
    }

    public int inner(int vertex) {
        return inner[vertex];
    }

    /// More than the highest inner number.
    public int innerLimit() {
        return childTypes.length;
    }

    /// More than the highest vertex.
    public int vertexLimit() {
        return inner.length;
    }

    public int countedCount() {
        return countedCount;
    }

    /// The number of a type among the counted ones.
    public int counted(int type) {
        return type < 0 ? NOT_COUNTED : countedOf[type];
    }

    /// How much of a counted type there is at or below a vertex.
    public long total(int vertex, int counted) {
        if (inner[vertex] != NOT_INNER) {
            return totals.get(inner[vertex], counted);
        }
        return countedOf[graph.typeNumber(vertex)] == counted ? graph.size(vertex) : 0;
    }

    /// The least of a counted type that any vertex of a type has at or below itself.
    public long leastTotal(int type, int counted) {
        return type < 0 ? 0 : types.leastTotal(type, counted);
    }

    /// Whether there are vertices of the type that have children.
    public boolean isInnerType(int type) {
        return types.isInner(type);
    }

    /// Whether the same amount of a type may take more or fewer vertices: they are pools, or differ in size.
    public boolean isUneven(int type) {
        return type >= 0 && types.isUneven(type);
    }

    /// The size of the largest vertex of a type.
    public long largest(int type) {
        return type < 0 ? 1 : types.largest(type);
    }

    /// Whether some vertex of a type has children of another type.
    public boolean mayContain(int type, int childType) {
        return childType >= MASKED_TYPES || (childType >= 0 && types.mayContain(type, childType));
    }

    public int typeCount() {
        return countedOf.length;
    }

    public boolean hasChildOfType(int vertex, int type) {
        int own = inner[vertex];
        if (own == NOT_INNER || type < 0) {
            return false;
        }
        return type < MASKED_TYPES ? ((childTypes[own] >>> type) & 1) == 1 : searchChildOfType(vertex, type);
    }

    private boolean searchChildOfType(int vertex, int type) {
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isDominant(edge) && graph.typeNumber(graph.target(edge)) == type) {
                return true;
            }
        }
        return false;
    }

    /// The types of a vertex's children, as far as they fit a mask.
    public long childTypes(int vertex) {
        return inner[vertex] == NOT_INNER ? 0 : childTypes[inner[vertex]];
    }

    /// Whether the graph has pools, which are allocated in parts.
    public boolean hasPools() {
        return types.hasPools();
    }

    /// Whether any vertex of the type is a pool.
    public boolean isPoolType(int type) {
        return types.isPool(type);
    }

    /// Whether any vertex of a counted type is a pool.
    public boolean isPoolCounted(int counted) {
        for (int type = 0; type < countedOf.length; type++) {
            if (countedOf[type] == counted) {
                return types.isPool(type);
            }
        }
        return false;
    }
    /// The pool of a counted type that is the only vertex below the root, or [ResourceGraph#NO_VERTEX].
    public int onlyPoolBelowRoot(int counted) {
        int root = graph.root();
        int found = ResourceGraph.NO_VERTEX;
        for (int edge = root == ResourceGraph.NO_VERTEX ? ResourceGraph.NO_EDGE : graph.firstOut(root);
                edge != ResourceGraph.NO_EDGE;
                edge = graph.nextOut(edge)) {
            int child = graph.target(edge);
            boolean isPool = graph.isDivisible(child) && counted(graph.typeNumber(child)) == counted;
            if (!graph.isContainment(edge) || !isPool || found != ResourceGraph.NO_VERTEX) {
                return ResourceGraph.NO_VERTEX;
            }
            found = child;
        }
        return found;
    }
}

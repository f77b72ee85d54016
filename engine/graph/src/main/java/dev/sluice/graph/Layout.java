package dev.sluice.graph;

import java.util.Arrays;

/// An index of a graph's containment tree: the post-order of its vertices, the types of their children, and how
/// much of each type lies below each of them.
///
/// *Inner* vertices have children. There are few of them, so they have dense numbers of their own, and per-vertex
/// counts cost little even on a large machine. *Counted* types are the types of leaves, whose amounts are summed.
/// The index is rebuilt when the structure of the graph changes.
public final class Layout {

    /// More leaf types than a machine has. Types beyond it are not counted, so a search visits more vertices.
    public static final int COUNTED_MAX = 8;

    /// A hundred times deeper than any machine; placements are read off by recursion.
    public static final int DEPTH_MAX = 1000;

    public static final int NOT_COUNTED = -1;
    public static final int NOT_INNER = -1;

    /// Types that fit the mask of a vertex's child types.
    private static final int MASKED_TYPES = 63;

    private final ResourceGraph graph;
    private final int[] post;
    private final short[] depth;
    private final int[] inner;
    private final int innerCount;
    private final int[] firstPost;
    private final long[] childTypes;
    private final int[] countedOf;
    private final int countedCount;
    private final long[][] totals;
    private final long[][] leastTotals;
    private final long[] largest;
    private final boolean[] innerType;
    private final boolean[] uneven;
    private final long[] childTypesOf;

    public Layout(ResourceGraph graph) {
        this.graph = graph;
        int count = graph.vertexCount();
        this.post = new int[count];
        this.depth = new short[count];
        this.inner = new int[count];
        Arrays.fill(post, -1);
        int[] walk = walk();
        this.innerCount = numberInner(walk);
        this.firstPost = new int[innerCount];
        this.childTypes = new long[innerCount];
        this.countedOf = new int[graph.typeCount()];
        this.countedCount = chooseCounted(walk);
        this.totals = new long[countedCount][innerCount];
        addUp(walk);
        this.leastTotals = leastTotals(walk);
        this.largest = new long[graph.typeCount()];
        this.innerType = new boolean[graph.typeCount()];
        this.uneven = new boolean[graph.typeCount()];
        this.childTypesOf = new long[graph.typeCount()];
        for (int vertex : walk) {
            int type = graph.typeNumber(vertex);
            uneven[type] |= graph.isDivisible(vertex) || (largest[type] > 0 && largest[type] != graph.size(vertex));
            largest[type] = Math.max(largest[type], graph.size(vertex));
            innerType[type] |= inner[vertex] != NOT_INNER;
            childTypesOf[type] |= inner[vertex] != NOT_INNER ? childTypes[inner[vertex]] : 0;
        }
    }

    /// Lists all vertices in post-order. Does not recurse: a hostile file may be very deep.
    private int[] walk() {
        int[] walk = new int[post.length];
        int count = 0;
        int vertex = graph.root();
        if (vertex == ResourceGraph.NO_VERTEX) {
            return new int[0];
        }
        int level = 1;
        int edge = graph.firstOut(vertex);
        int[] edges = new int[16];
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
            post[vertex] = count;
            walk[count++] = vertex;
            if (--level == 0) {
                return Arrays.copyOf(walk, count);
            }
            edge = edges[level];
            vertex = graph.source(edge);
            edge = graph.nextOut(edge);
        }
    }

    private int numberInner(int[] walk) {
        Arrays.fill(inner, NOT_INNER);
        int count = 0;
        for (int vertex : walk) {
            int above = graph.parent(vertex);
            if (above != ResourceGraph.NO_VERTEX && inner[above] == NOT_INNER) {
                inner[above] = count++;
            }
        }
        return count;
    }

    private int chooseCounted(int[] walk) {
        Arrays.fill(countedOf, NOT_COUNTED);
        int count = 0;
        int cores = graph.typeNumber(VertexKind.CORE);
        if (cores >= 0) {
            countedOf[cores] = count++;
        }
        for (int vertex : walk) {
            int type = graph.typeNumber(vertex);
            if (inner[vertex] == NOT_INNER && countedOf[type] == NOT_COUNTED && count < COUNTED_MAX) {
                countedOf[type] = count++;
            }
        }
        return count;
    }

    private void addUp(int[] walk) {
        Arrays.fill(firstPost, Integer.MAX_VALUE);
        for (int vertex : walk) {
            int own = inner[vertex];
            int counted = countedOf[graph.typeNumber(vertex)];
            if (own != NOT_INNER && counted != NOT_COUNTED) {
                totals[counted][own] += graph.size(vertex);
            }
            int above = graph.parent(vertex);
            if (above == ResourceGraph.NO_VERTEX || vertex == graph.root()) {
                continue;
            }
            int in = inner[above];
            int type = graph.typeNumber(vertex);
            childTypes[in] |= type < MASKED_TYPES ? 1L << type : 0;
            firstPost[in] = Math.min(firstPost[in], own == NOT_INNER ? post[vertex] : firstPost[own]);
            if (own != NOT_INNER) {
                for (int i = 0; i < countedCount; i++) {
                    totals[i][in] += totals[i][own];
                }
            } else if (counted != NOT_COUNTED) {
                totals[counted][in] += graph.size(vertex);
            }
        }
    }

    private long[][] leastTotals(int[] walk) {
        long[][] least = new long[graph.typeCount()][countedCount];
        for (long[] row : least) {
            Arrays.fill(row, Long.MAX_VALUE);
        }
        for (int vertex : walk) {
            long[] row = least[graph.typeNumber(vertex)];
            for (int i = 0; i < countedCount; i++) {
                row[i] = Math.min(row[i], total(vertex, i));
            }
        }
        return least;
    }

    public ResourceGraph graph() {
        return graph;
    }

    /// The vertex's place in post-order, children before parents; -1 if it is not in the tree.
    public int post(int vertex) {
        return post[vertex];
    }

    /// The lowest post-order place of all vertices below an inner vertex.
    public int firstPost(int vertex) {
        return inner[vertex] == NOT_INNER ? post[vertex] : firstPost[inner[vertex]];
    }

    /// The root has 1.
    public int depth(int vertex) {
        return depth[vertex];
    }

    public int inner(int vertex) {
        return inner[vertex];
    }

    public int innerCount() {
        return innerCount;
    }

    public int vertexCount() {
        return post.length;
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
            return totals[counted][inner[vertex]];
        }
        return countedOf[graph.typeNumber(vertex)] == counted ? graph.size(vertex) : 0;
    }

    /// The least of a counted type that any vertex of a type has at or below itself.
    public long leastTotal(int type, int counted) {
        return type < 0 ? 0 : leastTotals[type][counted];
    }

    /// Whether there are vertices of the type that have children.
    public boolean isInnerType(int type) {
        return innerType[type];
    }

    /// Whether the same amount of a type may take more or fewer vertices: they are pools, or differ in size.
    public boolean isUneven(int type) {
        return type >= 0 && uneven[type];
    }

    /// The size of the largest vertex of a type.
    public long largest(int type) {
        return type < 0 ? 1 : largest[type];
    }

    /// Whether some vertex of a type has children of another type.
    public boolean mayContain(int type, int childType) {
        return childType >= MASKED_TYPES || (childType >= 0 && ((childTypesOf[type] >>> childType) & 1) == 1);
    }

    public int typeCount() {
        return childTypesOf.length;
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
            if (graph.isContainment(edge) && graph.typeNumber(graph.target(edge)) == type) {
                return true;
            }
        }
        return false;
    }

    /// Whether the graph has pools, which are allocated in parts.
    public boolean hasPools() {
        for (int vertex = 0; vertex < vertexCount(); vertex++) {
            if (graph.isDivisible(vertex)) {
                return true;
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

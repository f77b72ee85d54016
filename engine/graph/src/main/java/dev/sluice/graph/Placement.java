package dev.sluice.graph;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// A set of vertices with amounts: the result of a match or of `find`. Children come before their parents, the root
/// last. Immutable.
///
/// A vertex that a job gets with its whole subtree is a single *entry*: a job of a thousand whole nodes would
/// otherwise list a hundred thousand cores. Frequent callers iterate over entries. The accessors for vertices
/// expand all entries on first use.
public final class Placement {
    private static final int INITIAL_ENTRIES = 16;

    private final Part entries;
    private final @Nullable ResourceGraph graph;
    private @Nullable Part listed;

    private Placement(Builder builder) {
        entries = new Part(builder.part);
        graph = builder.graph;
        listed = graph == null ? entries : null;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int entryCount() {
        return entries.size;
    }

    public int entryVertex(int i) {
        return entries.vertices[i];
    }

    public long entryAmount(int i) {
        return entries.amounts[i];
    }

    public boolean isEntryExclusive(int i) {
        return entries.exclusive[i];
    }

    public int entryDepth(int i) {
        return entries.depths[i];
    }

    /// Whether the entry includes the whole subtree of its vertex.
    public boolean isWhole(int i) {
        return entries.whole[i];
    }

    public int size() {
        return vertices().size;
    }

    public int vertex(int i) {
        return vertices().vertices[i];
    }

    /// The edge that leads to the vertex, or [ResourceGraph#NO_EDGE] for the root.
    public int edge(int i) {
        return vertices().edges[i];
    }

    /// The amount allocated of the vertex.
    public long amount(int i) {
        return vertices().amounts[i];
    }

    /// Whether the job has exclusive use of the vertex.
    public boolean isExclusive(int i) {
        return vertices().exclusive[i];
    }

    /// The depth of the vertex; the root has 1.
    public int depth(int i) {
        return vertices().depths[i];
    }

    private Part vertices() {
        Part known = listed;
        if (known == null) {
            known = list();
            listed = known;
        }
        return known;
    }

    private Part list() {
        Part all = new Part(64);
        BitSet seen = new BitSet();
        for (int i = 0; i < entries.size; i++) {
            if (entries.whole[i] && graph != null) {
                listBelow(graph, entries.vertices[i], entries.depths[i], all, seen);
            }
            all.add(
                    entries.vertices[i],
                    entries.edges[i],
                    entries.amounts[i],
                    entries.exclusive[i],
                    entries.depths[i],
                    false);
        }
        return all;
    }

    /// @param seen the listed vertices that have several parents
    private static void listBelow(ResourceGraph graph, int vertex, int depth, Part all, BitSet seen) {
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            int child = graph.target(edge);
            if (graph.isDominant(edge) && !seen.get(child)) {
                if (graph.hasManyParents(child)) {
                    seen.set(child);
                }
                listBelow(graph, child, depth + 1, all, seen);
                all.add(child, edge, graph.size(child), true, depth + 1, false);
            }
        }
    }

    /// Columns of a list.
    private static final class Part {
        private int size;
        private int[] vertices;
        private int[] edges;
        private long[] amounts;
        private boolean[] exclusive;
        private int[] depths;
        private boolean[] whole;

        Part(int capacity) {
            vertices = new int[capacity];
            edges = new int[capacity];
            amounts = new long[capacity];
            exclusive = new boolean[capacity];
            depths = new int[capacity];
            whole = new boolean[capacity];
        }

        Part(Part other) {
            size = other.size;
            vertices = Arrays.copyOf(other.vertices, size);
            edges = Arrays.copyOf(other.edges, size);
            amounts = Arrays.copyOf(other.amounts, size);
            exclusive = Arrays.copyOf(other.exclusive, size);
            depths = Arrays.copyOf(other.depths, size);
            whole = Arrays.copyOf(other.whole, size);
        }

        boolean isSame(Part other) {
            return size == other.size
                    && Arrays.equals(vertices, 0, size, other.vertices, 0, size)
                    && Arrays.equals(edges, 0, size, other.edges, 0, size)
                    && Arrays.equals(amounts, 0, size, other.amounts, 0, size)
                    && Arrays.equals(exclusive, 0, size, other.exclusive, 0, size)
                    && Arrays.equals(depths, 0, size, other.depths, 0, size)
                    && Arrays.equals(whole, 0, size, other.whole, 0, size);
        }

        void add(int vertex, int edge, long amount, boolean isExclusive, int depth, boolean isWhole) {
            if (size == vertices.length) {
                grow();
            }
            vertices[size] = vertex;
            edges[size] = edge;
            amounts[size] = amount;
            exclusive[size] = isExclusive;
            depths[size] = depth;
            whole[size] = isWhole;
            size++;
        }

        private void grow() {
            vertices = Arrays.copyOf(vertices, 2 * size);
            edges = Arrays.copyOf(edges, 2 * size);
            amounts = Arrays.copyOf(amounts, 2 * size);
            exclusive = Arrays.copyOf(exclusive, 2 * size);
            depths = Arrays.copyOf(depths, 2 * size);
            whole = Arrays.copyOf(whole, 2 * size);
        }
    }

    /// Builds a placement vertex by vertex.
    public static final class Builder {
        private final Part part;
        private @Nullable ResourceGraph graph;

        private Builder() {
            part = new Part(INITIAL_ENTRIES);
        }

        public void add(int vertex, int edge, long amount, boolean isExclusive, int depth) {
            part.add(vertex, edge, amount, isExclusive, depth, false);
        }

        /// Adds a vertex with its whole subtree as one entry.
        public void addWhole(ResourceGraph of, int vertex, int edge, int depth) {
            graph = of;
            part.add(vertex, edge, of.size(vertex), true, depth, true);
        }

        /// Adds the vertex at index `i` of another placement.
        public void add(Placement other, int i) {
            add(other.vertex(i), other.edge(i), other.amount(i), other.isExclusive(i), other.depth(i));
        }

        /// Adds an entry of another placement, or a part of its amount.
        public void addEntry(Placement other, int i, long amount) {
            Part entries = other.entries;
            if (entries.whole[i]) {
                graph = other.graph;
            }
            part.add(
                    entries.vertices[i],
                    entries.edges[i],
                    amount,
                    entries.exclusive[i],
                    entries.depths[i],
                    entries.whole[i]);
        }

        /// Removes all entries, to start another placement.
        public void clear() {
            part.size = 0;
            graph = null;
        }

        public Placement build() {
            return new Placement(this);
        }

        /// Builds the placement; returns `other` instead if it has the same entries.
        ///
        /// @param other of the same graph, which has not changed since
        @SuppressWarnings("ReferenceEquality") // the same graph, not an equal one
        public Placement build(@Nullable Placement other) {
            return other != null && other.graph == graph && other.entries.isSame(part) ? other : build();
        }
    }
}

package dev.sluice.graph;

import java.util.Arrays;

/// A part of the graph: what a match has chosen, or what a search has found. Children come before their parents, the
/// root
/// last. Immutable.
public final class Placement {
    private final int[] vertices;
    private final int[] edges;
    private final long[] amounts;
    private final boolean[] exclusive;
    private final int[] depths;

    private Placement(Builder builder) {
        vertices = Arrays.copyOf(builder.vertices, builder.size);
        edges = Arrays.copyOf(builder.edges, builder.size);
        amounts = Arrays.copyOf(builder.amounts, builder.size);
        exclusive = Arrays.copyOf(builder.exclusive, builder.size);
        depths = Arrays.copyOf(builder.depths, builder.size);
    }

    public static Builder builder() {
        return new Builder();
    }

    public int size() {
        return vertices.length;
    }

    public int vertex(int i) {
        return vertices[i];
    }

    /// The edge that leads to the vertex, or [ResourceGraph#NO_EDGE] for the root.
    public int edge(int i) {
        return edges[i];
    }

    /// How much of the vertex is taken.
    public long amount(int i) {
        return amounts[i];
    }

    /// Whether nobody else may use the vertex meanwhile.
    public boolean isExclusive(int i) {
        return exclusive[i];
    }

    /// How far below the root the vertex is; the root itself has 1.
    public int depth(int i) {
        return depths[i];
    }

    /// Gathers a placement, vertex by vertex.
    public static final class Builder {
        private int size;
        private int[] vertices = new int[16];
        private int[] edges = new int[16];
        private long[] amounts = new long[16];
        private boolean[] exclusive = new boolean[16];
        private int[] depths = new int[16];

        private Builder() {}

        public void add(int vertex, int edge, long amount, boolean isExclusive, int depth) {
            if (size == vertices.length) {
                grow();
            }
            vertices[size] = vertex;
            edges[size] = edge;
            amounts[size] = amount;
            exclusive[size] = isExclusive;
            depths[size] = depth;
            size++;
        }

        /// Adds what another placement has at a place.
        public void add(Placement other, int i) {
            add(other.vertex(i), other.edge(i), other.amount(i), other.isExclusive(i), other.depth(i));
        }

        public Placement build() {
            return new Placement(this);
        }

        private void grow() {
            vertices = Arrays.copyOf(vertices, 2 * size);
            edges = Arrays.copyOf(edges, 2 * size);
            amounts = Arrays.copyOf(amounts, 2 * size);
            exclusive = Arrays.copyOf(exclusive, 2 * size);
            depths = Arrays.copyOf(depths, 2 * size);
        }
    }
}

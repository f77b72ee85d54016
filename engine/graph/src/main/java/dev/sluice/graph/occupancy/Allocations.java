package dev.sluice.graph.occupancy;

import dev.sluice.graph.ResourceGraph;
import java.util.Arrays;

/// What jobs hold of each vertex now. An allocation counts until it is released, even after its end.
final class Allocations {
    /// Sixteen million jobs may share a vertex; added by one that holds it exclusively.
    private static final int EXCLUSIVELY = 1 << 24;

    private final ResourceGraph graph;

    /// How many jobs have the vertex, or something below it.
    private int[] countOf;

    /// What is taken of pools; empty if there are none.
    private long[] takenOf;

    Allocations(ResourceGraph graph, int vertices, boolean hasPools) {
        this.graph = graph;
        this.countOf = new int[vertices];
        this.takenOf = new long[hasPools ? vertices : 0];
    }

    /// The same on a copy of the graph.
    Allocations(Allocations other, ResourceGraph graph) {
        this.graph = graph;
        this.countOf = other.countOf.clone();
        this.takenOf = other.takenOf.clone();
    }

    /// Makes room for new vertices, and for pools where there were none.
    void makeRoom(int vertices, boolean hasPools) {
        if (vertices > countOf.length) {
            countOf = Arrays.copyOf(countOf, vertices);
        }
        if ((hasPools || takenOf.length > 0) && takenOf.length < countOf.length) {
            takenOf = Arrays.copyOf(takenOf, countOf.length);
        }
    }

    boolean hasPools() {
        return takenOf.length > 0;
    }

    boolean isAny(int vertex) {
        return countOf[vertex] > 0;
    }

    boolean isExclusive(int vertex) {
        return countOf[vertex] >= EXCLUSIVELY;
    }

    /// How many jobs have the vertex exclusively.
    int exclusiveCount(int vertex) {
        return countOf[vertex] / EXCLUSIVELY;
    }

    /// How much of the vertex is left.
    long left(int vertex) {
        if (isExclusive(vertex)) {
            return 0;
        }
        long size = graph.size(vertex);
        return takenOf.length == 0 ? size : Math.max(0, size - takenOf[vertex]);
    }

    /// How much more is taken than there is.
    long beyond(int vertex) {
        if (!graph.isDivisible(vertex)) {
            return Math.max(0, exclusiveCount(vertex) - 1);
        }
        return takenOf.length == 0 ? 0 : Math.max(0, takenOf[vertex] - graph.size(vertex));
    }

    /// How much is left of what would be free by the plan, on a vertex that no job holds exclusively.
    long leftOf(long planned, int vertex) {
        return takenOf.length == 0 || takenOf[vertex] == 0
                ? planned
                : Math.max(0, Math.min(planned, graph.size(vertex) - takenOf[vertex]));
    }

    /// @param sign whether a job comes or goes
    void add(int vertex, boolean exclusive, int sign) {
        countOf[vertex] += sign * (exclusive ? EXCLUSIVELY : 1);
    }

    /// Changes what is taken of a pool.
    void addAmount(int pool, long amount) {
        takenOf[pool] += amount;
    }
}

package dev.sluice.graph.occupancy;

import dev.sluice.graph.ResourceGraph;
import java.util.HashSet;
import java.util.Set;

/// The present allocations of each vertex, counted until they are released, even after their end.
final class Allocations {
    /// More jobs than can share a vertex; the count of a job that has it exclusively.
    private static final int EXCLUSIVELY = 1 << 24;

    private final ResourceGraph graph;

    /// The number of jobs that use the vertex or its subtree.
    private final int[] countOf;

    /// The allocated amounts of pools; empty if there are no pools.
    private final long[] takenOf;

    /// Jobs that started on resources that another job had not released. Their resources are counted twice.
    private final Set<Long> overlapping = new HashSet<>();

    Allocations(ResourceGraph graph, int vertices, boolean hasPools) {
        this.graph = graph;
        this.countOf = new int[vertices];
        this.takenOf = new long[hasPools ? vertices : 0];
    }

    /// Copies the allocations for a copy of the graph.
    Allocations(Allocations other, ResourceGraph graph) {
        this.graph = graph;
        this.countOf = other.countOf.clone();
        this.takenOf = other.takenOf.clone();
        this.overlapping.addAll(other.overlapping);
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

    boolean isAnyOverlapping() {
        return !overlapping.isEmpty();
    }

    /// The unallocated amount of the vertex.
    long left(int vertex) {
        if (isExclusive(vertex)) {
            return 0;
        }
        long size = graph.size(vertex);
        return takenOf.length == 0 ? size : Math.max(0, size - takenOf[vertex]);
    }

    /// The part of a planned free amount that is also unallocated, on a vertex without an exclusive user.
    long leftOf(long planned, int vertex) {
        return takenOf.length == 0 || takenOf[vertex] == 0
                ? planned
                : Math.max(0, Math.min(planned, graph.size(vertex) - takenOf[vertex]));
    }

    /// @param amount the allocated amount of a pool
    void take(long job, int vertex, boolean exclusive, boolean pool, long amount) {
        boolean isInTheWay = exclusive ? isAny(vertex) : isExclusive(vertex);
        countOf[vertex] += exclusive ? EXCLUSIVELY : 1;
        if (pool) {
            takenOf[vertex] += amount;
        }
        if (isInTheWay || (pool && takenOf[vertex] > graph.size(vertex))) {
            overlapping.add(job);
        }
    }

    void giveBack(int vertex, boolean exclusive, boolean pool, long amount) {
        countOf[vertex] -= exclusive ? EXCLUSIVELY : 1;
        if (pool) {
            takenOf[vertex] -= amount;
        }
    }

    /// Forgets a job that has released everything.
    void forget(long job) {
        overlapping.remove(job);
    }
}

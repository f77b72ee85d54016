package dev.sluice.graph.occupancy;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;

/// The timelines of the use of each vertex: how many jobs share it, or how much of a pool they take.
///
/// A job that shares the vertex adds one; a job with exclusive use adds [#EXCLUSIVELY]. So one number tells both
/// whether the vertex is in use and whether another job may share it. Most vertices are never used, so a timeline is
/// created by the first use.
final class Uses {
    static final int UNTOUCHED = -1;

    /// More users than can share a vertex; the use of a job that has the vertex exclusively.
    static final long EXCLUSIVELY = 1L << 40;

    private final ResourceGraph graph;
    private final Timelines timelines;
    private int[] timelineOf;

    /// Whether shared use of the root is recorded. It is not until a job requests the root exclusively, since every
    /// job shares it.
    private boolean isRootTracked;

    Uses(ResourceGraph graph, Timelines timelines, int vertices) {
        this.graph = graph;
        this.timelines = timelines;
        this.timelineOf = new int[vertices];
        Arrays.fill(timelineOf, UNTOUCHED);
    }

    Uses(Uses other, ResourceGraph graph, Timelines timelines) {
        this.graph = graph;
        this.timelines = timelines;
        this.timelineOf = other.timelineOf.clone();
        this.isRootTracked = other.isRootTracked;
    }

    boolean isRootTracked() {
        return isRootTracked;
    }

    void trackRoot() {
        isRootTracked = true;
    }

    void makeRoom(int vertices) {
        int old = timelineOf.length;
        if (vertices > old) {
            timelineOf = Arrays.copyOf(timelineOf, vertices);
            Arrays.fill(timelineOf, old, vertices, UNTOUCHED);
        }
    }

    /// [#UNTOUCHED] if the vertex was never used.
    int timeline(int vertex) {
        return timelineOf[vertex];
    }

    void take(int vertex, long amount, SpanSink spans) {
        if (amount == 1 && !isRootTracked && vertex == graph.root() && !graph.isDivisible(vertex)) {
            return;
        }
        if (timelineOf[vertex] == UNTOUCHED) {
            timelineOf[vertex] = timelines.create(graph.isDivisible(vertex) ? graph.size(vertex) : EXCLUSIVELY);
        }
        spans.take(timelineOf[vertex], amount);
    }

    /// Follows the graph after the vertex was resized.
    void resized(int vertex) {
        if (timelineOf[vertex] != UNTOUCHED && graph.isDivisible(vertex)) {
            timelines.resize(timelineOf[vertex], graph.size(vertex));
        }
    }

    /// Forgets a vertex that nothing uses.
    void drop(int vertex) {
        if (timelineOf[vertex] != UNTOUCHED) {
            timelines.destroy(timelineOf[vertex]);
            timelineOf[vertex] = UNTOUCHED;
        }
    }

    long free(int vertex, long start, long end) {
        int timeline = timelineOf[vertex];
        long size = graph.size(vertex);
        if (timeline == UNTOUCHED) {
            return size;
        }
        long left = timelines.freeDuring(timeline, start, end);
        if (graph.isDivisible(vertex)) {
            return Math.max(0, left);
        }
        return left > 0 ? size : 0;
    }

    boolean isUnused(int vertex, long start, long end) {
        int timeline = timelineOf[vertex];
        return timeline == UNTOUCHED || timelines.freeDuring(timeline, start, end) == timelines.total(timeline);
    }

    long firstUnused(int vertex, long earliest, long duration) {
        int timeline = timelineOf[vertex];
        return timeline == UNTOUCHED
                ? earliest
                : timelines.firstFit(timeline, earliest, duration, timelines.total(timeline));
    }
}

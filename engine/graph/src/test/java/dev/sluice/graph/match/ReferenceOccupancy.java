package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The plain version of occupancy that [ReferenceMatcher] reads: for each vertex the list of its uses.
///
/// Shares no code with [dev.sluice.graph.occupancy.Occupancy] or the timelines: every answer adds up a list.
public final class ReferenceOccupancy {

    /// A job's use of one vertex from `start` to before `end`.
    ///
    /// @param amount counts only for pools
    /// @param reserved whether the job has not begun, so that it uses nothing at present
    private record Use(long job, long start, long end, long amount, boolean exclusive, boolean reserved) {
        boolean overlaps(long from, long to) {
            return start < to && from < end;
        }
    }

    private final ResourceGraph graph;
    private final List<List<Use>> usesOf = new ArrayList<>();

    public ReferenceOccupancy(ResourceGraph graph) {
        this.graph = graph;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            usesOf.add(new ArrayList<>());
        }
    }

    public void hold(long job, Placement placement, long start, long end, boolean reserved) {
        for (int i = 0; i < placement.size(); i++) {
            usesOf.get(placement.vertex(i))
                    .add(new Use(job, start, end, placement.amount(i), placement.isExclusive(i), reserved));
        }
    }

    public void release(long job) {
        usesOf.forEach(uses -> uses.removeIf(use -> use.job() == job));
    }

    /// The amount that is free throughout the window if all jobs end in time.
    long free(int vertex, long start, long end) {
        List<Use> during = new ArrayList<>();
        for (Use use : usesOf.get(vertex)) {
            if (use.overlaps(start, end)) {
                during.add(use);
            }
        }
        if (!graph.isDivisible(vertex)) {
            return during.stream().anyMatch(Use::exclusive) ? 0 : graph.size(vertex);
        }
        // The use of a pool rises only where a span starts.
        long most = usedAt(during, start);
        for (Use use : during) {
            most = Math.max(most, usedAt(during, Math.max(start, use.start())));
        }
        return Math.max(0, graph.size(vertex) - most);
    }

    private static long usedAt(List<Use> during, long moment) {
        long used = 0;
        for (Use use : during) {
            used += use.overlaps(moment, moment + 1) ? use.amount() : 0;
        }
        return used;
    }

    /// The amount that is free throughout the window if running jobs keep what they have beyond their end.
    long freeNow(int vertex, long start, long end) {
        long taken = 0;
        for (Use use : usesOf.get(vertex)) {
            if (!use.reserved()) {
                if (use.exclusive()) {
                    return 0;
                }
                taken += use.amount();
            }
        }
        long planned = free(vertex, start, end);
        return graph.isDivisible(vertex) ? Math.max(0, Math.min(planned, graph.size(vertex) - taken)) : planned;
    }

    /// Whether no job uses the vertex in the window. A job that uses a vertex also uses all vertices above it.
    boolean isUnused(int vertex, long start, long end) {
        return usesOf.get(vertex).stream().noneMatch(use -> use.overlaps(start, end));
    }

    /// Whether a running job uses the vertex, even beyond its end.
    boolean isAllocated(int vertex) {
        return usesOf.get(vertex).stream().anyMatch(use -> !use.reserved());
    }

    OptionalLong nextEndAfter(long moment) {
        return usesOf.stream()
                .flatMap(List::stream)
                .mapToLong(Use::end)
                .filter(end -> end > moment)
                .min();
    }
}

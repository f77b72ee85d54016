package dev.sluice.scheduling;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.scheduling.state.EngineState;

/// Computes how long an overdue job may continue: as long as a corrected prediction or the overrun policy says, but
/// not into a window on the same resources.
record Overruns(EngineState state, OverrunPolicy policy) {

    /// Returns the job's new expected end; `now` or earlier if it is to be stopped.
    long end(int job, long now) {
        JobTable table = state.table();
        Job it = table.job(job);
        long start = table.startedNanos(job);
        long corrected = start + state.estimator().correctedNanos(it, table.estimateNanos(job), now - start);
        if (corrected > now) {
            return corrected;
        }
        return switch (policy) {
            case OverrunPolicy.Kill _ -> now;
            case OverrunPolicy.Grace grace -> start + it.wallNanos() + grace.nanos();
            case OverrunPolicy.ExtendWhileNoneWaits extension ->
                state.waiting().size() == 0 ? now + extension.nanos() : now;
        };
    }

    /// Returns whether a window or another scheduler's work begins before `end`.
    boolean isWindowBefore(long end, long now) {
        return state.taken().values().stream().anyMatch(taken -> begins(taken, now, end));
    }

    /// Returns the last moment until which the job may keep its resources before a window needs them.
    long endBeforeWindows(int job, long end, long now) {
        Occupancy occupancy = state.machine().occupancy();
        return occupancy
                .holding(job)
                .map(holding -> state.taken().values().stream()
                        .filter(taken -> begins(taken, now, end))
                        .filter(taken -> !isFree(
                                holding.placement(),
                                Math.max(taken.span().startNanos(), holding.end()),
                                Math.max(taken.span().startNanos(), holding.end()) + 1))
                        .mapToLong(taken -> taken.span().startNanos())
                        .reduce(end, Math::min))
                .orElse(end);
    }

    private static boolean begins(QueueRecord.Taken taken, long now, long end) {
        return taken.span().startNanos() >= now && taken.span().startNanos() < end;
    }

    private boolean isFree(Placement placement, long start, long end) {
        ResourceGraph graph = state.machine().graph();
        Occupancy occupancy = state.machine().occupancy();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            long free = occupancy.free(vertex, start, end);
            boolean fits = graph.isDivisible(vertex)
                    ? free >= placement.amount(i)
                    : free == graph.size(vertex)
                            && (!placement.isExclusive(i) || occupancy.isUnused(vertex, start, end));
            if (!fits) {
                return false;
            }
        }
        return true;
    }
}

package dev.sluice.scheduling;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.WorldOptions.WallTime;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.scheduling.machine.PlanTimes;
import dev.sluice.scheduling.state.EngineState;

/// Computes how long an overdue job may continue: as long as a corrected prediction or the overrun policy says, but
/// not into a window on the same resources.
record Overruns(EngineState state, OverrunPolicy policy, WallTime wallTime) {

    /// Returns the job's new expected end; `now` or earlier if it is to be stopped.
    long end(int job, long now) {
        JobTable table = state.table();
        Job it = table.job(job);
        if (!it.hasWallTime()) {
            // It has run for longer than the plan had expected, and is never stopped.
            return PlanTimes.end(now, it.wallNanos());
        }
        long start = begin(job);
        long corrected =
                PlanTimes.end(start, state.estimator().correctedNanos(it, table.estimateNanos(job), now - start));
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

    /// Returns the moment from which the job's wall time counts.
    private long begin(int job) {
        long confirmed = state.table().confirmedNanos(job);
        return wallTime == WallTime.FROM_CONFIRMED_START && confirmed != JobTable.NEVER
                ? confirmed
                : state.table().startedNanos(job);
    }

    /// Returns whether a window begins before `end`.
    boolean isWindowBefore(long end, long now) {
        for (OtherHolders.Window window : state.machineState().others().windows()) {
            if (begins(window, now, end)) {
                return true;
            }
        }
        return false;
    }

    /// Returns the last moment until which the job may keep its resources before a window needs them.
    long endBeforeWindows(int job, long end, long now) {
        long last = end;
        for (Holding holding : state.machine().occupancy().holdings(job)) {
            for (OtherHolders.Window window : state.machineState().others().windows()) {
                long start = window.span().startNanos();
                long from = Math.max(start, holding.end());
                if (begins(window, now, last) && !isFree(holding.placement(), from, from + 1)) {
                    last = start;
                }
            }
        }
        return last;
    }

    private static boolean begins(OtherHolders.Window window, long now, long end) {
        return window.span().startNanos() >= now && window.span().startNanos() < end;
    }

    private boolean isFree(Placement placement, long start, long end) {
        ResourceGraph graph = state.machine().graph();
        Occupancy occupancy = state.machine().occupancy();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            long free = occupancy.availability().free(vertex, start, end);
            boolean fits = graph.isDivisible(vertex)
                    ? free >= placement.amount(i)
                    : free == graph.size(vertex)
                            && (!placement.isExclusive(i)
                                    || occupancy.availability().isUnused(vertex, start, end));
            if (!fits) {
                return false;
            }
        }
        return true;
    }
}

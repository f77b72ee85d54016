package dev.sluice.scheduling.machine;

import dev.sluice.graph.plan.Timelines;
import dev.sluice.queue.Job;

/// How long jobs hold their resources in the plan.
///
/// A job without a wall time has no expected end. It holds its resources until its end is reported, as other
/// schedulers' work does, and what does not fit beside it has no prospect. With an end in a hundred years instead, jobs
/// would be planned behind it, and the third in a row would end after all time.
public final class PlanTimes {

    /// The end of what has no expected end, and its duration.
    public static final long OPEN = Timelines.NEVER;

    private PlanTimes() {}

    /// Returns for how long a job needs its resources.
    ///
    /// @param estimateNanos its wall time or estimated run time
    public static long duration(long estimateNanos) {
        return estimateNanos >= Job.WALL_NANOS_MAX ? OPEN : estimateNanos;
    }

    /// Returns the expected end of a job that starts then.
    public static long end(long startNanos, long estimateNanos) {
        long duration = duration(estimateNanos);
        return duration < OPEN - startNanos ? startNanos + duration : OPEN;
    }
}

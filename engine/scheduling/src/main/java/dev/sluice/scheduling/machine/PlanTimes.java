package dev.sluice.scheduling.machine;

import dev.sluice.graph.plan.Timelines;
import dev.sluice.queue.Job;

/// How long jobs hold their resources in the plan.
///
/// A job that never ends by itself has no expected end. It holds its resources until its end is reported, as other
/// schedulers' work does, and what does not fit beside it has no prospect. With an end in a hundred years instead, jobs
/// would be planned behind it, and the third of a row would end after all time.
///
/// A job without a wall time does end some day, so jobs are planned behind it: a large one that waits is not overtaken
/// for ever by small ones. Nobody relies on the moment; most such jobs end sooner, and the plan is made again.
public final class PlanTimes {
    /// The end of what has no expected end, and its duration.
    public static final long OPEN = Timelines.NEVER;

    /// How long a job without a wall time takes in the plan, a year: longer than nearly all do, and short enough for a
    /// row of two hundred.
    private static final long UNKNOWN_NANOS = Job.WALL_NANOS_MAX / 100;

    private PlanTimes() {}

    /// Returns for how long a job needs its resources.
    ///
    /// @param estimateNanos its wall time or estimated run time
    public static long duration(long estimateNanos) {
        if (estimateNanos < Job.WALL_NANOS_UNKNOWN) {
            return estimateNanos;
        }
        return estimateNanos == Job.WALL_NANOS_UNKNOWN ? UNKNOWN_NANOS : OPEN;
    }

    /// Returns the expected end of a job that starts then.
    public static long end(long startNanos, long estimateNanos) {
        long duration = duration(estimateNanos);
        return duration < OPEN - startNanos ? startNanos + duration : OPEN;
    }
}

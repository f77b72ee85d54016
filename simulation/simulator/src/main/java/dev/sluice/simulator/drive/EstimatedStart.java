package dev.sluice.simulator.drive;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.reason.Verdict;

/// What the engine says about a waiting job's start, as a user who asks is told.
final class EstimatedStart {

    /// There is nothing to foresee, as the job runs or is over; or the engine does not know, as the job waits for
    /// something other than resources or behind too many others.
    static final long NONE = JobTable.NEVER;

    private EstimatedStart() {}

    static long startNanos(Engine engine, long job, long nowNanos) {
        return switch (engine.outlook(nowNanos).verdict(job)) {
            case Verdict.Planned planned -> planned.startNanos();
            case Verdict.StartsNow _ -> nowNanos;
            case Verdict.Runs _, Verdict.Waits _, Verdict.Over _, Verdict.Unknown _ -> NONE;
        };
    }
}

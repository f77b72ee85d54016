package dev.sluice.simulator.drive;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.reason.Verdict;

/// The engine's estimate of a waiting job's start, as a user would be told.
final class EstimatedStart {

    /// No estimate: the job runs or has ended, waits for something other than resources, or is too far back in
    /// the queue.
    static final long NONE = JobTable.NEVER;

    private EstimatedStart() {}

    static long startNanos(Engine engine, long job, long nowNanos) {
        return switch (engine.outlook(nowNanos).verdict(job)) {
            case Verdict.Planned planned -> planned.startNanos();
            case Verdict.StartsNow _ -> nowNanos;
            case Verdict.Extrapolated _, Verdict.Runs _, Verdict.Waits _, Verdict.Over _, Verdict.Unknown _ -> NONE;
        };
    }
}

package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobTable;
import dev.sluice.simulator.result.RunResult;

/// What failures have cost.
///
/// @param reruns runs that were lost, and whose jobs were made to wait again
/// @param resourceSeconds what those runs and the jobs that failed for good had held, for as long as they lasted
public record Losses(int reruns, double resourceSeconds) {

    static Losses of(RunResult run) {
        JobTable jobs = run.jobs();
        Sum lost = new Sum();
        lost.add(run.lostRuns().resourceSeconds());
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.state(row) == FinalState.COMPLETED_FAILED && jobs.hasRun(row)) {
                lost.add(jobs.resources(row) * Seconds.of(jobs.runNanos(row)));
            }
        }
        return new Losses(run.lostRuns().count(), lost.value());
    }
}

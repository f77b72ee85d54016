package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.LostRuns;
import dev.sluice.simulator.result.RunResult;

/// What failures have cost.
///
/// @param reruns runs that were lost, and whose jobs were made to wait again
/// @param resourceSeconds what those runs and the jobs that failed for good had held, for as long as they lasted
public record Losses(int reruns, double resourceSeconds) {

    static Losses of(RunResult run, Measured measured) {
        JobResults jobs = run.jobs();
        LostRuns lostRuns = run.lostRuns();
        Sum lost = new Sum();
        int reruns = 0;
        for (int i = 0; i < lostRuns.count(); i++) {
            int row = lostRuns.row(i);
            if (measured.has(row)) {
                lost.add(jobs.resources(row) * MetricSeconds.of(lostRuns.lostNanos(i) - lostRuns.startNanos(i)));
                reruns++;
            }
        }
        for (int row = 0; row < jobs.size(); row++) {
            if (measured.has(row) && jobs.state(row) == FinalState.COMPLETED_FAILED && jobs.hasRun(row)) {
                lost.add(jobs.resources(row) * MetricSeconds.of(jobs.runNanos(row)));
            }
        }
        return new Losses(reruns, lost.value());
    }
}

package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.LostRuns;
import dev.sluice.simulator.result.RunResult;

/// The cost of failures.
///
/// @param reruns runs that were lost, after which their jobs waited again
/// @param resourceSeconds resource-seconds of these runs and of the jobs that failed for good
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

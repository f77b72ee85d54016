package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;
import java.util.EnumMap;
import java.util.Map;

/// The number of jobs by final state.
///
/// @param finished jobs that ran to an end, successful or not
/// @param withoutRequestedTime jobs without a requested time
public record JobCounts(
        int submitted,
        int started,
        int finished,
        int backfilled,
        int succeeded,
        int failed,
        int wallTimeReached,
        int killed,
        int rejected,
        int unfinished,
        int withoutRequestedTime) {

    static JobCounts of(Measured measured) {
        JobResults jobs = measured.jobs();
        Map<FinalState, Integer> states = new EnumMap<>(FinalState.class);
        int submitted = 0;
        int started = 0;
        int finished = 0;
        int backfilled = 0;
        int withoutRequestedTime = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (measured.has(row)) {
                submitted++;
                withoutRequestedTime += jobs.wallTimeNanos(row) == RunResult.NEVER ? 1 : 0;
                states.merge(jobs.state(row), 1, Integer::sum);
                started += jobs.hasStarted(row) ? 1 : 0;
                finished += jobs.hasRun(row) ? 1 : 0;
                backfilled += jobs.isBackfilled(row) ? 1 : 0;
            }
        }
        return new JobCounts(
                submitted,
                started,
                finished,
                backfilled,
                states.getOrDefault(FinalState.COMPLETED_SUCCESSFULLY, 0),
                states.getOrDefault(FinalState.COMPLETED_FAILED, 0),
                states.getOrDefault(FinalState.COMPLETED_WALLTIME_REACHED, 0),
                states.getOrDefault(FinalState.COMPLETED_KILLED, 0),
                states.getOrDefault(FinalState.REJECTED, 0),
                states.getOrDefault(FinalState.UNFINISHED, 0),
                withoutRequestedTime);
    }

    /// Returns the share of the jobs that started.
    public double backfilledShare() {
        return (double) backfilled / started;
    }
}

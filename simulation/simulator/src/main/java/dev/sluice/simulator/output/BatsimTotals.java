package dev.sluice.simulator.output;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;

/// Totals over all jobs by Batsim's definitions: means are over all jobs that ended, including those that never
/// ran, and the makespan begins with the run.
///
/// Jobs that took no time have no slowdown and are left out of it.
///
/// @param finished jobs that ran to an end, successful or not
/// @param meanWait in seconds
/// @param meanTurnaround in seconds
record BatsimTotals(
        int jobs,
        int finished,
        int succeeded,
        long makespanNanos,
        long maxWaitNanos,
        long maxTurnaroundNanos,
        double maxSlowdown,
        double meanWait,
        double meanTurnaround,
        double meanSlowdown) {

    private static final double NANOS = 1e9;

    static BatsimTotals of(JobResults table) {
        int jobs = 0;
        int finished = 0;
        int succeeded = 0;
        long makespan = 0;
        long maxWait = 0;
        long maxTurnaround = 0;
        double maxSlowdown = 0;
        double waits = 0;
        double turnarounds = 0;
        double slowdowns = 0;
        int slowed = 0;
        for (int row = 0; row < table.size(); row++) {
            jobs += table.state(row) == FinalState.UNFINISHED ? 0 : 1;
            if (table.hasRun(row)) {
                finished++;
                succeeded += table.state(row) == FinalState.COMPLETED_SUCCESSFULLY ? 1 : 0;
                makespan = Math.max(makespan, table.finishNanos(row));
                maxWait = Math.max(maxWait, table.waitNanos(row));
                maxTurnaround = Math.max(maxTurnaround, table.turnaroundNanos(row));
                waits += table.waitNanos(row) / NANOS;
                turnarounds += table.turnaroundNanos(row) / NANOS;
                if (table.runNanos(row) > 0) {
                    double slowdown = (double) table.turnaroundNanos(row) / table.runNanos(row);
                    maxSlowdown = Math.max(maxSlowdown, slowdown);
                    slowdowns += slowdown;
                    slowed++;
                }
            }
        }
        return new BatsimTotals(
                jobs,
                finished,
                succeeded,
                makespan,
                maxWait,
                maxTurnaround,
                maxSlowdown,
                waits / jobs,
                turnarounds / jobs,
                slowdowns / (jobs - finished + slowed));
    }
}

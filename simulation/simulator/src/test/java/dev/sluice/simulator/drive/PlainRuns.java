package dev.sluice.simulator.drive;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Runs with the usual options.
final class PlainRuns {
    private PlainRuns() {}

    static RunResult run(String policy, SimulatedMachine machine, List<WorkloadJob> jobs, long leastRunNanos) {
        return new Scenario(
                        new RunName(policy, "jobs", machine.size() + " " + machine.unit(), 0),
                        new Workload(jobs, OptionalInt.of(machine.size()), OptionalLong.empty()),
                        machine,
                        EngineOptions.plain(Policies.named(policy).orElseThrow(), CycleOptions.DEFAULT),
                        new SimulationOptions(
                                WallTimeSource.of(Estimates.REQUESTED),
                                leastRunNanos,
                                0,
                                Optional.empty(),
                                false,
                                false,
                                new Seeds(0)))
                .run(ProgressWatch.NONE);
    }

    /// Starts under EASY on counted processors, in the order of the jobs.
    static long[] easyStarts(int machine, List<WorkloadJob> jobs, long leastRunNanos) {
        return starts(run("easy", SimulatedMachine.counting(machine), jobs, leastRunNanos));
    }

    static long[] starts(RunResult run) {
        JobResults jobs = run.jobs();
        long[] starts = new long[jobs.size()];
        for (int row = 0; row < starts.length; row++) {
            starts[row] = jobs.startNanos(row);
        }
        return starts;
    }
}

package dev.sluice.simulator.output;

import dev.sluice.simulator.metric.MachineUse;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.MachineSeries;
import dev.sluice.simulator.result.RunResult;
import java.io.IOException;
import java.io.OutputStream;

/// The three tables that Batsim 4 writes, with its columns, its number formats and its definitions, so that tools made
/// for Batsim (evalys) read ours. docs/simulation.md lists the few differences.
final class BatsimFiles {

    /// Energy is not simulated.
    private static final long NO_ENERGY_NANOS = -1_000_000_000L;

    private BatsimFiles() {}

    /// Writes the jobs that have ended, in submission order, as Batsim does.
    static void writeJobs(RunResult run, OutputStream out) throws IOException {
        JobResults jobs = run.jobs();
        try (CsvWriter csv = new CsvWriter(out)) {
            csv.header(
                    "job_id",
                    "workload_name",
                    "profile",
                    "submission_time",
                    "requested_number_of_resources",
                    "requested_time",
                    "success",
                    "final_state",
                    "starting_time",
                    "execution_time",
                    "finish_time",
                    "waiting_time",
                    "turnaround_time",
                    "stretch",
                    "allocated_resources",
                    "consumed_energy",
                    "metadata");
            for (int row = 0; row < jobs.size(); row++) {
                if (jobs.state(row) != FinalState.UNFINISHED) {
                    writeJob(csv, jobs, row);
                }
            }
        }
    }

    private static void writeJob(CsvWriter csv, JobResults jobs, int row) throws IOException {
        csv.text(jobs.name(row))
                .text(jobs.workloads().get(row))
                .text(jobs.profiles().get(row))
                .seconds(jobs.submitNanos(row))
                .integer(jobs.resources(row));
        writeWallTime(csv, jobs.wallTimeNanos(row));
        csv.integer(jobs.state(row) == FinalState.COMPLETED_SUCCESSFULLY ? 1 : 0)
                .text(jobs.state(row).name());
        if (jobs.hasRun(row)) {
            csv.seconds(jobs.startNanos(row))
                    .seconds(jobs.runNanos(row))
                    .seconds(jobs.finishNanos(row))
                    .seconds(jobs.waitNanos(row))
                    .seconds(jobs.turnaroundNanos(row));
            writeStretch(csv, jobs, row);
            writeAllocation(csv, jobs, row);
            csv.seconds(NO_ENERGY_NANOS);
        } else {
            for (int column = 0; column < 8; column++) {
                csv.empty();
            }
        }
        csv.quoted("").endRow();
    }

    /// Batsim writes -1 if there is none.
    private static void writeWallTime(CsvWriter csv, long nanos) throws IOException {
        if (nanos == RunResult.NEVER) {
            csv.decimal(-1);
        } else {
            csv.seconds(nanos);
        }
    }

    /// Of a job that took no time and did not wait, 1.
    private static void writeStretch(CsvWriter csv, JobResults jobs, int row) throws IOException {
        if (jobs.turnaroundNanos(row) == 0) {
            csv.decimal(1);
        } else {
            csv.quotient(jobs.turnaroundNanos(row), jobs.runNanos(row));
        }
    }

    /// Such as `0-3 7`.
    private static void writeAllocation(CsvWriter csv, JobResults jobs, int row) throws IOException {
        if (jobs.rangeCount(row) == 0) {
            csv.empty();
        }
        for (int range = 0; range < jobs.rangeCount(row); range++) {
            int first = jobs.rangeFirst(row, range);
            int last = jobs.rangeLast(row, range);
            if (range == 0) {
                csv.integer(first);
            } else {
                csv.append(' ', first);
            }
            if (last > first) {
                csv.append('-', last);
            }
        }
    }

    static void writeMachineStates(RunResult run, OutputStream out) throws IOException {
        MachineSeries machine = run.machine();
        try (CsvWriter csv = new CsvWriter(out)) {
            csv.header("time", "nb_sleeping", "nb_switching_on", "nb_switching_off", "nb_idle", "nb_computing");
            for (int i = 0; i < machine.size(); i++) {
                if (i == 0 || machine.busy(i) != machine.busy(i - 1) || machine.idle(i) != machine.idle(i - 1)) {
                    csv.shortSeconds(machine.timeNanos(i))
                            .integer(0)
                            .integer(0)
                            .integer(0)
                            .integer(machine.idle(i))
                            .integer(machine.busy(i))
                            .endRow();
                }
            }
        }
    }

    /// Writes one row. What Batsim measures with a real clock is 0, since the same run must give the same
    /// bytes.
    static void writeSchedule(RunResult run, OutputStream out) throws IOException {
        BatsimTotals totals = BatsimTotals.of(run.jobs());
        MachineUse use = MachineUse.between(run, 0, run.endNanos());
        try (CsvWriter csv = new CsvWriter(out)) {
            csv.header(
                    "batsim_version",
                    "consumed_joules",
                    "makespan",
                    "max_slowdown",
                    "max_turnaround_time",
                    "max_waiting_time",
                    "mean_slowdown",
                    "mean_turnaround_time",
                    "mean_waiting_time",
                    "nb_computing_machines",
                    "nb_grouped_switches",
                    "nb_jobs",
                    "nb_jobs_finished",
                    "nb_jobs_killed",
                    "nb_jobs_rejected",
                    "nb_jobs_success",
                    "nb_machine_switches",
                    "scheduling_time",
                    "simulation_time",
                    "success_rate",
                    "time_computing",
                    "time_idle",
                    "time_sleeping",
                    "time_switching_off",
                    "time_switching_on",
                    "time_unavailable");
            csv.text("sluice")
                    .seconds(0)
                    .seconds(totals.makespanNanos())
                    .decimal(totals.maxSlowdown())
                    .seconds(totals.maxTurnaroundNanos())
                    .seconds(totals.maxWaitNanos())
                    .decimal(totals.meanSlowdown())
                    .decimal(totals.meanTurnaround())
                    .decimal(totals.meanWait())
                    .integer(run.machineSize())
                    .integer(0)
                    .integer(totals.jobs())
                    .integer(totals.finished())
                    .integer(totals.finished() - totals.succeeded())
                    .integer(totals.jobs() - totals.finished())
                    .integer(totals.succeeded())
                    .integer(0)
                    .seconds(0)
                    .seconds(0)
                    .decimal((double) totals.succeeded() / totals.jobs())
                    .decimal(use.busy())
                    .decimal(use.idle())
                    .seconds(0)
                    .seconds(0)
                    .seconds(0)
                    .decimal(use.down())
                    .endRow();
        }
    }
}

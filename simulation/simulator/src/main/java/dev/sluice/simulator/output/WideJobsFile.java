package dev.sluice.simulator.output;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/// `jobs-wide.csv`: everything known of each job, including those that never started or had not ended. Unknown
/// values are empty.
final class WideJobsFile {
    private WideJobsFile() {}

    static void write(RunResult run, OutputStream out) throws IOException {
        JobResults jobs = run.jobs();
        try (CsvWriter csv = new CsvWriter(out)) {
            csv.header(
                    "job_id",
                    "workload_name",
                    "profile",
                    "user",
                    "group",
                    "queue",
                    "requested_number_of_resources",
                    "submission_time",
                    "requested_time",
                    "used_time",
                    "estimated_start_at_submission",
                    "first_estimated_start",
                    "starting_time",
                    "finish_time",
                    "waiting_time",
                    "backfilled",
                    "reason_of_wait",
                    "final_state",
                    "reason_of_end");
            for (int row = 0; row < jobs.size(); row++) {
                writeJob(csv, jobs, row);
            }
        }
    }

    private static void writeJob(CsvWriter csv, JobResults jobs, int row) throws IOException {
        csv.text(jobs.name(row))
                .text(jobs.workloads().get(row))
                .text(jobs.profiles().get(row))
                .text(jobs.users().get(row))
                .text(jobs.groups().get(row))
                .text(jobs.queues().get(row))
                .integer(jobs.resources(row))
                .seconds(jobs.submitNanos(row));
        time(csv, jobs.wallTimeNanos(row));
        time(csv, jobs.hasRun(row) ? jobs.runNanos(row) : RunResult.NEVER);
        time(csv, jobs.isEstimatedAtSubmission(row) ? jobs.estimatedStartNanos(row) : RunResult.NEVER);
        time(csv, jobs.estimatedStartNanos(row));
        time(csv, jobs.startNanos(row));
        time(csv, jobs.hasRun(row) ? jobs.finishNanos(row) : RunResult.NEVER);
        time(csv, jobs.hasStarted(row) ? jobs.waitNanos(row) : RunResult.NEVER);
        csv.integer(jobs.isBackfilled(row) ? 1 : 0)
                .text(jobs.state(row) == FinalState.REJECTED ? "" : waitReason(jobs, row))
                .text(jobs.state(row).name())
                .text(jobs.reason(row).sentence())
                .endRow();
    }

    private static String waitReason(JobResults jobs, int row) {
        return jobs.waitReason(row).name().toLowerCase(Locale.ROOT);
    }

    private static void time(CsvWriter csv, long nanos) throws IOException {
        if (nanos == RunResult.NEVER) {
            csv.empty();
        } else {
            csv.seconds(nanos);
        }
    }
}

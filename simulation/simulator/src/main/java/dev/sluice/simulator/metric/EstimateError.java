package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;

/// The error of the first estimated starts, over all jobs that waited, had an estimate and started. The start
/// is that of the first run.
///
/// @param atSubmission the number of jobs that had an estimate at submission
/// @param meanAbsolute mean of |start − estimate|, in seconds
/// @param bias mean of start − estimate: positive if jobs start later than estimated
public record EstimateError(int count, int atSubmission, double meanAbsolute, double bias) {

    static EstimateError of(Measured measured) {
        JobResults jobs = measured.jobs();
        Sum absolute = new Sum();
        Sum signed = new Sum();
        int count = 0;
        int atSubmission = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (!measured.has(row)) {
                continue;
            }
            atSubmission += jobs.isEstimatedAtSubmission(row) ? 1 : 0;
            if (jobs.firstStartNanos(row) != RunResult.NEVER && jobs.estimatedStartNanos(row) != RunResult.NEVER) {
                double error = MetricSeconds.of(jobs.firstStartNanos(row) - jobs.estimatedStartNanos(row));
                absolute.add(Math.abs(error));
                signed.add(error);
                count++;
            }
        }
        return new EstimateError(count, atSubmission, absolute.value() / count, signed.value() / count);
    }
}

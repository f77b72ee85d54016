package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.JobTable;
import dev.sluice.simulator.result.RunResult;

/// How far the first starts that jobs were told were off, over all jobs that were told one and started. The
/// start is the first run's. NaN, and of no jobs, if the policy estimates nothing: a start that is known only when
/// the job starts is no estimate.
///
/// @param atSubmission how many jobs were told a start at once when they were submitted
/// @param meanAbsolute mean of |start − estimate|, in seconds
/// @param bias mean of start − estimate: positive if jobs start later than foreseen
public record EstimateError(int count, int atSubmission, double meanAbsolute, double bias) {

    static EstimateError of(RunResult run) {
        JobTable jobs = run.jobs();
        if (!isForetold(run)) {
            return new EstimateError(0, 0, Double.NaN, Double.NaN);
        }
        Sum absolute = new Sum();
        Sum signed = new Sum();
        int count = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.firstStartNanos(row) != RunResult.NEVER && jobs.estimatedStartNanos(row) != RunResult.NEVER) {
                double error = Seconds.of(jobs.firstStartNanos(row) - jobs.estimatedStartNanos(row));
                absolute.add(Math.abs(error));
                signed.add(error);
                count++;
            }
        }
        return new EstimateError(count, run.estimatesAtSubmission(), absolute.value() / count, signed.value() / count);
    }

    /// Whether a start was planned or forecast at all. Plans leave a delay of the head behind, if only of 0. Forecasts
    /// are estimates at submission of jobs that do not start then.
    private static boolean isForetold(RunResult run) {
        JobTable jobs = run.jobs();
        int startedAtOnce = 0;
        boolean isMissed = false;
        for (int row = 0; row < jobs.size(); row++) {
            startedAtOnce += jobs.firstStartNanos(row) == jobs.submitNanos(row) ? 1 : 0;
            isMissed |= jobs.estimatedStartNanos(row) != jobs.firstStartNanos(row);
        }
        return isMissed || run.headDelayMaxNanos() != RunResult.NEVER || run.estimatesAtSubmission() > startedAtOnce;
    }
}

package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.JobTable;
import dev.sluice.simulator.result.RunResult;

/// How far the starts foreseen at submission were off, over all jobs that had such an estimate and started.
///
/// @param meanAbsolute mean of |start − estimate|, in seconds
/// @param bias mean of start − estimate: positive if jobs start later than foreseen
public record EstimateError(int count, double meanAbsolute, double bias) {

    static EstimateError of(JobTable jobs) {
        Sum absolute = new Sum();
        Sum signed = new Sum();
        int count = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.hasStarted(row) && jobs.estimatedStartNanos(row) != RunResult.NEVER) {
                double error = Seconds.of(jobs.startNanos(row) - jobs.estimatedStartNanos(row));
                absolute.add(Math.abs(error));
                signed.add(error);
                count++;
            }
        }
        return new EstimateError(count, absolute.value() / count, signed.value() / count);
    }
}

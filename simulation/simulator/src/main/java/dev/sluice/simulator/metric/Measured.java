package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;

/// The part of a run that metrics cover: from the first submission to the last end, or until the run was
/// stopped, without warm-up and cool-down. Jobs count if they were submitted in it.
public record Measured(JobResults jobs, long fromNanos, long toNanos) {

    /// Returns the measured part of a run.
    ///
    /// @throws IllegalArgumentException if nothing is left
    public static Measured of(RunResult run) {
        JobResults jobs = run.jobs();
        long first = firstSubmission(jobs);
        long last = isFinished(jobs) ? lastFinish(jobs, first) : run.endNanos();
        long from = first + run.setup().skipFirstNanos();
        long to = last - run.setup().skipLastNanos();
        if (from >= to && (from > first || to < last)) {
            throw new IllegalArgumentException(
                    "leaving out the first (%s s) and the last (%s s) leaves nothing of a run of (%s s)"
                            .formatted(
                                    MetricSeconds.of(run.setup().skipFirstNanos()),
                                    MetricSeconds.of(run.setup().skipLastNanos()),
                                    MetricSeconds.of(last - first)));
        }
        return new Measured(jobs, from, to);
    }

    boolean has(int row) {
        return jobs.submitNanos(row) >= fromNanos && jobs.submitNanos(row) <= toNanos;
    }

    private static boolean isFinished(JobResults jobs) {
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.state(row) == FinalState.UNFINISHED) {
                return false;
            }
        }
        return true;
    }

    private static long firstSubmission(JobResults jobs) {
        long first = jobs.size() == 0 ? 0 : Long.MAX_VALUE;
        for (int row = 0; row < jobs.size(); row++) {
            first = Math.min(first, jobs.submitNanos(row));
        }
        return first;
    }

    private static long lastFinish(JobResults jobs, long from) {
        long last = from;
        for (int row = 0; row < jobs.size(); row++) {
            last = Math.max(last, jobs.finishNanos(row));
        }
        return last;
    }
}

package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.JobTable;
import dev.sluice.simulator.result.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A run in numbers. Times are in seconds; what cannot be said (of no jobs, say) is NaN.
///
/// @param makespan from the first submission to the last end, or to the moment at which the run was stopped
/// @param utilisation resource-time that jobs held, of what there was during the makespan
/// @param lostShare of the same, what went to runs that failures made worthless
/// @param throughputPerHour jobs that ended, having run, per hour of the makespan
/// @param headDelayMax the bound on starvation: the longest time by which a head job's reservation moved later
public record RunSummary(
        JobCounts jobs,
        double makespan,
        double utilisation,
        double downShare,
        Losses losses,
        double lostShare,
        double throughputPerHour,
        double waitingMean,
        int waitingMax,
        Distribution waits,
        Distribution boundedSlowdowns,
        Distribution turnarounds,
        Fairness fairness,
        EstimateError estimate,
        double headDelayMax) {

    /// Shorter runs count as this long in the bounded slowdown, lest a job of no time at all outweigh the rest. The
    /// usual bound since Feitelson et al. 1997.
    public static final long SLOWDOWN_BOUND_NANOS = 10_000_000_000L;

    public static RunSummary of(RunResult run) {
        JobTable jobs = run.jobs();
        JobCounts counts = JobCounts.of(jobs);
        long from = firstSubmission(jobs);
        long to = counts.unfinished() == 0 ? lastFinish(jobs, from) : run.endNanos();
        MachineUse use = MachineUse.between(run, from, to);
        double makespan = Seconds.of(to - from);
        double capacity = makespan * run.machineSize();
        double[] waits = waits(jobs);
        Losses losses = Losses.of(run);
        return new RunSummary(
                counts,
                makespan,
                use.busy() / capacity,
                use.down() / capacity,
                losses,
                losses.resourceSeconds() / capacity,
                counts.finished() / makespan * 3600,
                use.waitingMean(),
                use.waitingMax(),
                Distribution.of(waits),
                Distribution.of(slowdowns(jobs)),
                Distribution.of(turnarounds(jobs)),
                new Fairness(Fairness.jainIndex(usersMeanSlowdowns(jobs)), Fairness.gini(waits)),
                EstimateError.of(run),
                run.headDelayMaxNanos() == RunResult.NEVER ? Double.NaN : Seconds.of(run.headDelayMaxNanos()));
    }

    /// max(1, (wait + run) / max(run, 10 s)), of a job that has run.
    public static double boundedSlowdown(JobTable jobs, int row) {
        double bounded = Math.max(jobs.runNanos(row), SLOWDOWN_BOUND_NANOS);
        return Math.max(1, jobs.turnaroundNanos(row) / bounded);
    }

    private static long firstSubmission(JobTable jobs) {
        long first = jobs.size() == 0 ? 0 : Long.MAX_VALUE;
        for (int row = 0; row < jobs.size(); row++) {
            first = Math.min(first, jobs.submitNanos(row));
        }
        return first;
    }

    private static long lastFinish(JobTable jobs, long from) {
        long last = from;
        for (int row = 0; row < jobs.size(); row++) {
            last = Math.max(last, jobs.finishNanos(row));
        }
        return last;
    }

    private static double[] waits(JobTable jobs) {
        double[] waits = new double[jobs.size()];
        int used = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.hasStarted(row)) {
                waits[used++] = Seconds.of(jobs.waitNanos(row));
            }
        }
        return Arrays.copyOf(waits, used);
    }

    private static double[] slowdowns(JobTable jobs) {
        double[] slowdowns = new double[jobs.size()];
        int used = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.hasRun(row)) {
                slowdowns[used++] = boundedSlowdown(jobs, row);
            }
        }
        return Arrays.copyOf(slowdowns, used);
    }

    private static double[] turnarounds(JobTable jobs) {
        double[] turnarounds = new double[jobs.size()];
        int used = 0;
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.hasRun(row)) {
                turnarounds[used++] = Seconds.of(jobs.turnaroundNanos(row));
            }
        }
        return Arrays.copyOf(turnarounds, used);
    }

    /// One value for each user of whom a job has run.
    private static double[] usersMeanSlowdowns(JobTable jobs) {
        List<Sum> sums = new ArrayList<>();
        jobs.users().distinct().forEach(_ -> sums.add(new Sum()));
        int[] counts = new int[sums.size()];
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.hasRun(row)) {
                int user = jobs.users().code(row);
                sums.get(user).add(boundedSlowdown(jobs, row));
                counts[user]++;
            }
        }
        double[] means = new double[counts.length];
        int used = 0;
        for (int user = 0; user < counts.length; user++) {
            if (counts[user] > 0) {
                means[used++] = sums.get(user).value() / counts[user];
            }
        }
        return Arrays.copyOf(means, used);
    }
}

package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// All metrics of a run, over the part of it that is [Measured]. Times are in seconds; undefined values (a mean
/// over no jobs) are NaN.
///
/// @param makespan from the first submission to the last end, or until the run was stopped, without warm-up and
///   cool-down
/// @param utilisation resource-time held by jobs, relative to what was available during the makespan
/// @param lostShare the same for runs lost to failures
/// @param throughputPerHour jobs that ran and ended, per hour of the makespan
/// @param headDelayMax the starvation bound: the longest time by which a head job's reservation moved later
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

    /// The usual bound of the bounded slowdown since Feitelson et al. 1997: shorter runs count as this long,
    /// lest very short jobs dominate.
    public static final long SLOWDOWN_BOUND_NANOS = 10_000_000_000L;

    public static RunSummary of(RunResult run) {
        Measured measured = Measured.of(run);
        JobCounts counts = JobCounts.of(measured);
        MachineUse use = MachineUse.between(run, measured.fromNanos(), measured.toNanos());
        double makespan = MetricSeconds.of(measured.toNanos() - measured.fromNanos());
        double capacity = makespan * run.machineSize();
        double[] waits = values(
                measured,
                JobResults::hasStarted,
                row -> MetricSeconds.of(run.jobs().waitNanos(row)));
        Losses losses = Losses.of(run, measured);
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
                Distribution.of(values(measured, JobResults::hasRun, row -> boundedSlowdown(run.jobs(), row))),
                Distribution.of(values(
                        measured,
                        JobResults::hasRun,
                        row -> MetricSeconds.of(run.jobs().turnaroundNanos(row)))),
                new Fairness(Fairness.jainIndex(usersMeanSlowdowns(measured)), Fairness.gini(waits)),
                EstimateError.of(measured),
                headDelayMax(measured));
    }

    /// Returns max(1, (wait + run) / max(run, 10 s)) of a job that has run.
    public static double boundedSlowdown(JobResults jobs, int row) {
        double bounded = Math.max(jobs.runNanos(row), SLOWDOWN_BOUND_NANOS);
        return Math.max(1, jobs.turnaroundNanos(row) / bounded);
    }

    private static double[] values(
            Measured measured, BiPredicate<JobResults, Integer> isOf, IntToDoubleFunction value) {
        return IntStream.range(0, measured.jobs().size())
                .filter(row -> measured.has(row) && isOf.test(measured.jobs(), row))
                .mapToDouble(value)
                .toArray();
    }

    private static double headDelayMax(Measured measured) {
        return IntStream.range(0, measured.jobs().size())
                .filter(row -> measured.has(row) && measured.jobs().headDelayNanos(row) != RunResult.NEVER)
                .mapToDouble(row -> MetricSeconds.of(measured.jobs().headDelayNanos(row)))
                .max()
                .orElse(Double.NaN);
    }

    /// Returns one value per user with a job that ran.
    private static double[] usersMeanSlowdowns(Measured measured) {
        JobResults jobs = measured.jobs();
        List<Sum> sums = new ArrayList<>();
        jobs.users().distinct().forEach(_ -> sums.add(new Sum()));
        int[] counts = new int[sums.size()];
        for (int row = 0; row < jobs.size(); row++) {
            if (measured.has(row) && jobs.hasRun(row)) {
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

package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.TsafrirModel.Choice;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Assigns realistic user estimates: few round values, most far too long, none below the run time.
///
/// The model determines how many jobs have each estimate; the assignment to jobs is random. The longest jobs
/// choose first, each among all remaining estimates that are long enough. So no choice takes an estimate that a
/// later job needs more. If none is left, the job gets the longest one allowed.
///
/// @param maxSeconds the longest estimate allowed, which is also the most popular
public record TsafrirEstimates(long maxSeconds) {
    /// The model's round values need at least this limit.
    public static final long MAX_SECONDS_MIN = 3600;

    /// Limits that sites set, in hours.
    private static final int[] USUAL_HOURS = {1, 2, 4, 6, 8, 12, 18, 24, 36, 48, 72, 96, 120, 168, 240, 336, 720};

    public TsafrirEstimates {
        if (maxSeconds < MAX_SECONDS_MIN || maxSeconds > WorkloadJob.SECONDS_MAX) {
            throw new IllegalArgumentException(
                    "longest estimate (" + maxSeconds + ") must be from " + MAX_SECONDS_MIN + " to 4e9 seconds");
        }
    }

    /// Returns the model with the smallest usual limit under which all of these jobs could have run.
    public static TsafrirEstimates fitting(Workload workload) {
        double longest = longest(workload);
        long usual = Arrays.stream(USUAL_HOURS)
                .mapToLong(hours -> hours * MAX_SECONDS_MIN)
                .filter(seconds -> seconds >= longest)
                .findFirst()
                .orElse((long) Math.ceil(longest));
        return new TsafrirEstimates(usual);
    }

    private static double longest(Workload workload) {
        return workload.jobs().stream()
                .mapToDouble(WorkloadJob::runSeconds)
                .max()
                .orElse(0);
    }

    /// Assigns estimates. Fails if a job runs longer than the longest estimate.
    public Workload assign(Workload workload, Seeds seeds) {
        double longest = longest(workload);
        if (longest > maxSeconds) {
            throw new IllegalArgumentException("longest estimate (" + maxSeconds + ") is below the longest run time ("
                    + longest + "). Maybe " + fitting(workload).maxSeconds());
        }
        Seeds own = seeds.within("tsafrir");
        List<WorkloadJob> jobs = workload.jobs();
        long[] estimates = estimates(jobs.size(), new Draws(own.forActor("popularity")));
        int[] byRunTime = IntStream.range(0, jobs.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer job) -> -jobs.get(job).runSeconds()))
                .mapToInt(Integer::intValue)
                .toArray();
        Draws draws = new Draws(own.forActor("assignment"));
        WorkloadJob[] assigned = new WorkloadJob[jobs.size()];
        // estimates[from, to) are those that are long enough for the present job and not taken.
        int from = 0;
        int to = 0;
        for (int job : byRunTime) {
            double run = jobs.get(job).runSeconds();
            while (to < estimates.length && estimates[to] >= run) {
                to++;
            }
            long estimate = maxSeconds;
            if (from < to) {
                int chosen = from + draws.below(to - from);
                estimate = estimates[chosen];
                estimates[chosen] = estimates[from++];
            }
            assigned[job] = jobs.get(job).withEstimate((double) estimate);
        }
        return workload.withJobs(List.of(assigned));
    }

    /// Returns one estimate per job, the longest first.
    long[] estimates(int jobs, Draws draws) {
        List<Choice> choices = TsafrirModel.choices(jobs, maxSeconds, draws);
        long[] estimates = new long[jobs];
        int filled = 0;
        double share = 0;
        for (Choice choice : choices) {
            share += choice.share();
            // Rounding the running total gives each estimate its share to within one job, and the shares sum to
            // all jobs.
            int end = (int) Math.min(jobs, Math.rint(share * jobs));
            Arrays.fill(estimates, filled, Math.max(filled, end), choice.seconds());
            filled = Math.max(filled, end);
        }
        Arrays.fill(estimates, filled, jobs, maxSeconds);
        Arrays.sort(estimates);
        for (int i = 0; i < jobs / 2; i++) {
            long swapped = estimates[i];
            estimates[i] = estimates[jobs - 1 - i];
            estimates[jobs - 1 - i] = swapped;
        }
        return estimates;
    }
}

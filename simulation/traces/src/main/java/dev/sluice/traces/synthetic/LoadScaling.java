package dev.sluice.traces.synthetic;

import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Scales the load of a workload by moving arrivals closer together or further apart. Jobs and the first
/// submission do not change.
///
/// There are two ways. [#toLoad] stretches time: every gap is multiplied by the same factor, so a day of the
/// workload gets shorter or longer. For a log this is the only way. [#atRate] changes the arrival rate and
/// keeps the hours: gaps are multiplied in the operational time of the model ([DailyCycle]), where the rate is
/// constant. The result is what the model gives at that rate.
///
/// ```
/// t' = Λ⁻¹(Λ(t₀) + s·(Λ(t) − Λ(t₀)))      Λ: operational time; t₀: the first submission
/// ```
///
/// The last submission must be at t₀ + work ÷ (processors · load), which gives *s* without a search. Both ways reach
/// the load up to the rounding of the last submission to a whole second.
public final class LoadScaling {
    private LoadScaling() {}

    /// Scales to a given load by stretching time.
    ///
    /// @param load the [Workload#offeredLoad] wanted on this many processors
    public static Workload toLoad(Workload workload, int processors, double load) {
        return stretch(workload, stretchFactor(workload, processors, load));
    }

    /// Returns the factor by which [#toLoad] multiplies gaps.
    public static double stretchFactor(Workload workload, int processors, double load) {
        if (!(load > 0)) {
            throw new IllegalArgumentException("load (" + load + ") must be positive");
        }
        double present = workload.offeredLoad(processors);
        if (!Double.isFinite(present) || present == 0) {
            throw new IllegalArgumentException(
                    "a workload without work, or that is submitted all at once, has no load to scale");
        }
        return present / load;
    }

    /// Multiplies every gap. Whole seconds stay whole.
    public static Workload stretch(Workload workload, double factor) {
        List<WorkloadJob> jobs = workload.jobs();
        double start = jobs.isEmpty() ? 0 : jobs.getFirst().submitSeconds();
        boolean whole = jobs.stream().allMatch(job -> job.submitSeconds() == Math.rint(job.submitSeconds()));
        return workload.withJobs(jobs.stream()
                .map(job -> {
                    double submit = start + (job.submitSeconds() - start) * factor;
                    return job.withSubmit(whole ? Math.rint(submit) : submit);
                })
                .toList());
    }

    /// Scales to a given load by the arrival rate; the daily cycle stays that of the model.
    ///
    /// If a model has several arrival processes, each has its own cycle and all have the same factor. Jobs of
    /// one process keep their order. Jobs of different processes may pass each other; they are renumbered in
    /// order.
    ///
    /// @param workload made by the model, with or without estimates and users
    public static Workload atRate(Workload workload, WorkloadModel model, double load) {
        double span = workload.spanSeconds() * stretchFactor(workload, model.processors(), load);
        double start = workload.jobs().getFirst().submitSeconds();
        double factor = rateFactor(workload, model, start, start + span);
        List<WorkloadJob> moved = new ArrayList<>(workload.jobs().size());
        for (WorkloadJob job : workload.jobs()) {
            DailyCycle cycle = model.cycleOf(job);
            double begin = cycle.operational(start);
            double submit = cycle.seconds(begin + factor * (cycle.operational(job.submitSeconds()) - begin));
            moved.add(job.withSubmit(Math.max(start, Math.rint(submit))));
        }
        // The sort is stable: equal times keep their order.
        moved.sort(Comparator.comparingDouble(WorkloadJob::submitSeconds));
        for (int i = 0; i < moved.size(); i++) {
            moved.set(i, moved.get(i).withNumber(workload.jobs().get(i).number()));
        }
        return workload.withJobs(moved);
    }

    /// Returns the largest factor for which no arrival process ends later than this.
    private static double rateFactor(Workload workload, WorkloadModel model, double start, double end) {
        Map<DailyCycle, Double> lasts = new LinkedHashMap<>();
        workload.jobs().forEach(job -> lasts.put(model.cycleOf(job), job.submitSeconds()));
        double factor = Double.POSITIVE_INFINITY;
        for (Map.Entry<DailyCycle, Double> last : lasts.entrySet()) {
            DailyCycle cycle = last.getKey();
            double begin = cycle.operational(start);
            double passed = cycle.operational(last.getValue()) - begin;
            if (passed > 0) {
                factor = Math.min(factor, (cycle.operational(end) - begin) / passed);
            }
        }
        return factor;
    }
}

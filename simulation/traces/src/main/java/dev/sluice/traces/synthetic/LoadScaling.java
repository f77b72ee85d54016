package dev.sluice.traces.synthetic;

import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.List;

/// Makes a workload heavier or lighter by bringing its arrivals closer together or further apart. Jobs stay what
/// they are, and so do the shares of the gaps; the daily cycle gets shorter or longer with them.
public final class LoadScaling {
    private LoadScaling() {}

    /// To a given load.
    ///
    /// @param load what [Workload#offeredLoad] shall be on this many processors
    public static Workload toLoad(Workload workload, int processors, double load) {
        if (!(load > 0)) {
            throw new IllegalArgumentException("load (" + load + ") must be positive");
        }
        double present = workload.offeredLoad(processors);
        if (!Double.isFinite(present) || present == 0) {
            throw new IllegalArgumentException(
                    "a workload without work, or that is submitted all at once, has no load to scale");
        }
        return stretch(workload, present / load);
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
}

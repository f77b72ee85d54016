package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;

/// The f-model: each estimate is the run time times a uniform number between 1 and f.
public record FactorEstimates(double factor) {

    /// The default factor.
    public static final FactorEstimates USUAL = new FactorEstimates(5);

    public FactorEstimates {
        if (!(factor >= 1)) {
            throw new IllegalArgumentException("factor (" + factor + ") must be 1 or more");
        }
    }

    /// Assigns estimates in whole seconds, at least 1.
    public Workload assign(Workload workload, Seeds seeds) {
        Draws draws = new Draws(seeds.forActor("estimates by factor"));
        return workload.withJobs(workload.jobs().stream()
                .map(job -> job.withEstimate(Math.max(1, Math.ceil(job.runSeconds() * draws.uniform(1, factor)))))
                .toList());
    }
}

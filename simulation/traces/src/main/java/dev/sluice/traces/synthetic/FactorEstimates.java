package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;

/// The f-model: every user asks for the run time times something between 1 and f, all alike.
public record FactorEstimates(double factor) {

    /// Unless another factor is given.
    public static final FactorEstimates USUAL = new FactorEstimates(5);

    public FactorEstimates {
        if (!(factor >= 1)) {
            throw new IllegalArgumentException("factor (" + factor + ") must be 1 or more");
        }
    }

    /// Estimates are whole seconds, and 1 at least.
    public Workload assign(Workload workload, Seeds seeds) {
        Draws draws = new Draws(seeds.forActor("estimates by factor"));
        return workload.withJobs(workload.jobs().stream()
                .map(job -> job.withEstimate(Math.max(1, Math.ceil(job.runSeconds() * draws.uniform(1, factor)))))
                .toList());
    }
}

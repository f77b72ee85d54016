package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import java.util.Optional;
import java.util.OptionalDouble;

/// The parameters of a generated workload, except the seed. Used by `sluice generate` and by sweeps, so the
/// same parameters and seed give the same jobs.
///
/// @param users empty if jobs have no users
/// @param load empty for the model's own arrival rate
public record GeneratedWorkload(
        WorkloadModel model, int jobs, EstimateChoice estimates, Optional<ZipfUsers> users, OptionalDouble load) {

    /// Some 3 GB in memory; the largest known log has 3 million jobs.
    public static final int JOBS_MAX = 20_000_000;

    public GeneratedWorkload {
        if (jobs < 1 || jobs > JOBS_MAX) {
            throw new IllegalArgumentException("jobs (" + jobs + ") must be from 1 to " + JOBS_MAX);
        }
    }

    /// The load is applied last, so that a job keeps its estimate and its user at every load.
    public Workload generate(Seeds seeds) {
        Workload estimated = estimates.assign(model.generate(jobs, seeds), seeds);
        Workload owned = users.map(some -> some.assign(estimated, seeds)).orElse(estimated);
        return load.isPresent() ? LoadScaling.atRate(owned, model, load.getAsDouble()) : owned;
    }
}

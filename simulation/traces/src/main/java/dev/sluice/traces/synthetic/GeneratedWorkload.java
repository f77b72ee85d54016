package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import java.util.Optional;
import java.util.OptionalDouble;

/// All that a generated workload is made from, beside the seed. `sluice generate` and sweeps both make theirs here, so
/// the same parameters and the same seed give the same jobs.
///
/// @param users empty if jobs have none
/// @param load empty for the model's own rate of arrivals
public record GeneratedWorkload(
        WorkloadModel model, int jobs, EstimateChoice estimates, Optional<ZipfUsers> users, OptionalDouble load) {

    /// Some 3 GB in memory; the largest log there is has 3 million.
    public static final int JOBS_MAX = 20_000_000;

    public GeneratedWorkload {
        if (jobs < 1 || jobs > JOBS_MAX) {
            throw new IllegalArgumentException("jobs (" + jobs + ") must be from 1 to " + JOBS_MAX);
        }
    }

    /// The load comes last: at every load a job keeps its estimate and its user.
    public Workload generate(Seeds seeds) {
        Workload estimated = estimates.assign(model.generate(jobs, seeds), seeds);
        Workload owned = users.map(some -> some.assign(estimated, seeds)).orElse(estimated);
        return load.isPresent() ? LoadScaling.atRate(owned, model, load.getAsDouble()) : owned;
    }
}

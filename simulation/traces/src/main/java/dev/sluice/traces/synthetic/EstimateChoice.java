package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.OptionalLong;

/// The source of run time estimates.
public sealed interface EstimateChoice {

    Workload assign(Workload workload, Seeds seeds);

    /// The choices that need no random numbers.
    enum Plain implements EstimateChoice {
        /// The estimates of the source.
        KEEP,
        /// No job has one.
        NONE,
        /// The run time itself.
        EXACT;

        @Override
        public Workload assign(Workload workload, Seeds seeds) {
            return this == KEEP
                    ? workload
                    : workload.withJobs(workload.jobs().stream()
                            .map(job -> job.withEstimate(this == NONE ? WorkloadJob.UNKNOWN : job.runSeconds()))
                            .toList());
        }
    }

    /// Estimates as users give them, by the model of Tsafrir, Etsion and Feitelson.
    ///
    /// @param maxSeconds the longest estimate allowed; empty for the usual limit just above the longest job
    record Tsafrir(OptionalLong maxSeconds) implements EstimateChoice {
        @Override
        public Workload assign(Workload workload, Seeds seeds) {
            TsafrirEstimates model = maxSeconds.isPresent()
                    ? new TsafrirEstimates(maxSeconds.getAsLong())
                    : TsafrirEstimates.fitting(workload);
            return model.assign(workload, seeds);
        }
    }

    /// The run time times a uniform number between 1 and the factor.
    record Factor(FactorEstimates model) implements EstimateChoice {
        @Override
        public Workload assign(Workload workload, Seeds seeds) {
            return model.assign(workload, seeds);
        }
    }
}

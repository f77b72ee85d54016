package dev.sluice.simulator.reference;

import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.simulator.drive.Estimates;
import java.util.Arrays;
import java.util.Optional;

/// The policies of the SC'15 study, by their names in its output files.
public enum ReferencePolicy {
    EASY("easy_backfill_scheduler_None_None", "easy", Estimates.AT_LEAST_RUN, true),
    EASY_PLUS_PLUS("easy_plus_plus_scheduler_predictortsafrir_tsafrir", "easy++", Estimates.AT_LEAST_RUN, false),
    EASY_EXACT("easy_prediction_backfill_scheduler_predictorclairvoyant", "easy", Estimates.EXACT, true),
    EASY_SJBF_EXACT("easy_plus_plus_scheduler_predictorclairvoyant", "easy-sjbf", Estimates.EXACT, false);

    private final String fileNamePart;
    private final String policy;
    private final Estimates estimates;
    private final boolean skipsUnfit;

    ReferencePolicy(String fileNamePart, String policy, Estimates estimates, boolean skipsUnfit) {
        this.fileNamePart = fileNamePart;
        this.policy = policy;
        this.estimates = estimates;
        this.skipsUnfit = skipsUnfit;
    }

    /// Returns the policy that a file's name contains.
    public static Optional<ReferencePolicy> ofFile(String fileName) {
        return Arrays.stream(values())
                .filter(candidate -> fileName.contains("__" + candidate.fileNamePart))
                .findFirst();
    }

    public SchedulingPolicy policy() {
        return Policies.named(policy).orElseThrow();
    }

    public Estimates estimates() {
        return estimates;
    }

    public CycleOptions cycle() {
        return CycleOptions.reference(skipsUnfit);
    }
}

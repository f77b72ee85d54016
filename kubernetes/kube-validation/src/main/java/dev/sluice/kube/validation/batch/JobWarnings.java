package dev.sluice.kube.validation.batch;

import dev.sluice.kube.json.JsonObject;
import java.util.function.Consumer;

/// Warnings about the specifications of Jobs.
final class JobWarnings {
    /// An Indexed Job of more than these is hard to keep track of.
    private static final long COMPLETIONS_MANY = 100_000;

    private static final long PARALLELISM_MANY = 10_000;

    private JobWarnings() {}

    static void ofSpec(JsonObject spec, String field, Consumer<String> warnings) {
        boolean isIndexed = spec.text("completionMode").equals("Indexed");
        if (isIndexed
                && spec.number(0, "completions") > COMPLETIONS_MANY
                && spec.number(0, "parallelism") > PARALLELISM_MANY) {
            warnings.accept(field + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
                    + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of"
                    + " indexes fail");
        }
    }
}

package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.backfill.SchedulingPolicy;

/// Policies as users name them.
final class PolicyNames {
    private PolicyNames() {}

    static SchedulingPolicy policy(String name) {
        return Policies.named(name)
                .orElseThrow(() -> new BadInput("policy (" + name + ") is not known; there are "
                        + String.join(", ", Policies.NAMES) + ", with N from 1 on"));
    }
}

package dev.sluice.controller.workload;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Pods of a job that hold the same amounts of resources, and the places that the job has for them. All pods of a Job
/// have one shape; those of a group may have several.
final class PodShape {
    private static final int UNKNOWN = -1;

    /// What one pod holds of its node.
    final SortedMap<String, Long> amounts;

    /// The request of one pod; empty if it is the one that the job names.
    final Optional<Jobspec> part;

    final Slots slots = new Slots();

    /// How many pods have taken a place: they are bound or pinned, or are about to be.
    int placed;

    /// How many parts the engine was last asked for.
    int partsAsked;

    /// How many parts the engine was last told that the job could use; [#UNKNOWN] once it has got some.
    int growthAsked;

    PodShape(SortedMap<String, Long> amounts, Optional<Jobspec> part) {
        this.amounts = SortedAmounts.copyOf(amounts);
        this.part = part;
    }

    /// Whether there are fewer places than pods.
    boolean isShort() {
        return partsAsked > 0 || growthAsked > 0;
    }

    /// The engine has placed what it was asked for, or a part of it.
    void wasExtended() {
        partsAsked = 0;
        growthAsked = growthAsked == 0 ? 0 : UNKNOWN;
    }

    /// The attempt is over, and with it all that was asked for.
    void endAttempt() {
        slots.set(List.of());
        partsAsked = 0;
        growthAsked = 0;
    }
}

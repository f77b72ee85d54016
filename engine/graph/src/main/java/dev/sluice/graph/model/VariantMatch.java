package dev.sluice.graph.model;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import java.util.List;
import java.util.Optional;

/// One match operation over the variants of a jobspec, in the order in which flux-sched's flexible traverser tries
/// them.
record VariantMatch(ResourceModel model, MatchOperation operation, long job, long now) {

    /// Matches the first variant that fits or, if the operation looks ahead, the first of those that start earliest.
    Outcome of(List<CompiledJobspec> variants) {
        if (variants.isEmpty()) {
            return withoutVariants();
        }
        if (variants.size() == 1) {
            return match(variants.getFirst());
        }
        if (operation.looksAhead()) {
            Optional<CompiledJobspec> earliest = earliest(variants);
            if (earliest.isPresent()) {
                return match(earliest.get());
            }
        }
        return firstThatFits(variants);
    }

    /// The operations that do not ask about satisfiability report the jobspec as busy, as flux-sched does.
    private Outcome withoutVariants() {
        return operation == MatchOperation.ALLOCATE || operation == MatchOperation.WITHOUT_ALLOCATING
                ? new Outcome.Busy()
                : new Outcome.Unsatisfiable();
    }

    private Outcome firstThatFits(List<CompiledJobspec> variants) {
        Outcome outcome = new Outcome.Unsatisfiable();
        for (CompiledJobspec variant : variants) {
            switch (match(variant)) {
                case Outcome.Placed placed -> {
                    return placed;
                }
                case Outcome.Satisfiable satisfiable -> {
                    return satisfiable;
                }
                case Outcome.Busy busy -> outcome = busy;
                case Outcome.Unsatisfiable() -> {}
            }
        }
        return outcome;
    }

    private Optional<CompiledJobspec> earliest(List<CompiledJobspec> variants) {
        Optional<CompiledJobspec> earliest = Optional.empty();
        long start = Long.MAX_VALUE;
        for (CompiledJobspec variant : variants) {
            Outcome outcome = model.search(MatchOperation.WITHOUT_ALLOCATING_FUTURE, variant, now);
            if (outcome instanceof Outcome.Placed placed && placed.start() < start) {
                earliest = Optional.of(variant);
                start = placed.start();
            }
        }
        return earliest;
    }

    private Outcome match(CompiledJobspec variant) {
        return model.match(operation, variant, job, now);
    }
}

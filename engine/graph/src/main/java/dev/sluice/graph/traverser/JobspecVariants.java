package dev.sluice.graph.traverser;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import java.util.List;
import java.util.Optional;

/// A jobspec as a traverser reads it.
///
/// @param variants the jobspecs to match, in this order; empty if the traverser matches nothing
/// @param error why there are no variants, in flux-sched's words; empty where flux-sched is silent, too
public record JobspecVariants(Jobspec jobspec, List<CompiledJobspec> variants, Optional<String> error) {
    public JobspecVariants {
        variants = List.copyOf(variants);
    }

    static JobspecVariants unmatchable(Jobspec jobspec, String error) {
        return new JobspecVariants(jobspec, List.of(), Optional.of(error));
    }
}

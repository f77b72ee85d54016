package dev.sluice.graph.traverser;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// flux-sched's traversers, by what they make of sibling slots.
public enum Traverser {
    /// Sibling requests of one type match nothing, nor do `xor_slot`s.
    SIMPLE,

    /// Sibling `slot`s are alternatives of which any mixture may be granted. Of sibling `xor_slot`s exactly one is.
    FLEXIBLE;

    /// The traverser with this name in flux-sched's options.
    public static Optional<Traverser> named(String name) {
        for (Traverser traverser : values()) {
            if (traverser.name().toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(traverser);
            }
        }
        return Optional.empty();
    }

    /// Expands the jobspec into the variants that this traverser tries.
    public JobspecVariants prepare(Jobspec jobspec) {
        Optional<String> duplicate = SiblingTypes.firstDuplicate(jobspec.resources(), this == FLEXIBLE);
        if (duplicate.isPresent()) {
            return JobspecVariants.unmatchable(
                    jobspec, "test: siblings in jobspec request same resource type : " + duplicate.get() + ".");
        }
        if (this == SIMPLE) {
            List<CompiledJobspec> variants =
                    XorSlots.areIn(jobspec.resources()) ? List.of() : List.of(new CompiledJobspec(jobspec));
            return new JobspecVariants(jobspec, variants, Optional.empty());
        }
        return XorSlots.split(jobspec)
                .map(variants -> new JobspecVariants(
                        jobspec,
                        variants.stream()
                                .map(OrSlots::markSiblingSlots)
                                .map(CompiledJobspec::new)
                                .toList(),
                        Optional.empty()))
                .orElseGet(() -> JobspecVariants.unmatchable(
                        jobspec, "select: xor_slots make more than " + XorSlots.VARIANTS_MAX + " variants."));
    }
}

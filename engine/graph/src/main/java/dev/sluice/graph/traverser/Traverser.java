package dev.sluice.graph.traverser;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// flux-sched's traversers, by what they make of sibling slots.
public enum Traverser {
    /// Sibling requests of one type match nothing, nor do slots beside other requests, nor `xor_slot`s.
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
        Optional<String> conflict = SiblingTypes.firstConflict(jobspec.resources(), this == FLEXIBLE);
        if (conflict.isPresent()) {
            return JobspecVariants.unmatchable(
                    jobspec, "test: siblings in jobspec request same resource type : " + conflict.get() + ".");
        }
        if (SharedInSlots.areIn(jobspec.resources(), this == FLEXIBLE)) {
            return new JobspecVariants(jobspec, List.of(), Optional.empty());
        }
        return this == SIMPLE ? simple(jobspec) : flexible(jobspec);
    }

    private static JobspecVariants simple(Jobspec jobspec) {
        List<CompiledJobspec> variants =
                XorSlots.areIn(jobspec.resources()) ? List.of() : List.of(new CompiledJobspec(jobspec));
        return new JobspecVariants(jobspec, variants, Optional.empty());
    }

    private static JobspecVariants flexible(Jobspec jobspec) {
        Optional<List<Jobspec>> split = XorSlots.split(jobspec);
        if (split.isEmpty()) {
            return JobspecVariants.unmatchable(
                    jobspec, "select: xor_slots make more than " + XorSlots.VARIANTS_MAX + " variants.");
        }
        List<CompiledJobspec> variants = split.get().stream()
                // The xor_slot that became a slot may stand beside a type.
                .filter(variant ->
                        SiblingTypes.firstConflict(variant.resources(), true).isEmpty())
                .map(OrSlots::markSlots)
                .map(CompiledJobspec::new)
                .toList();
        return new JobspecVariants(jobspec, variants, Optional.empty());
    }
}

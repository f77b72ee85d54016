package dev.sluice.cli.resourcequery;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A jobspec made ready for a session.
///
/// @param variants what to try, first one first; none if nothing can match
/// @param complaint why nothing can match, if the tool would say so
record SessionJobspec(Jobspec jobspec, List<CompiledJobspec> variants, Optional<String> complaint) {
    static SessionJobspec of(Jobspec jobspec, boolean flexible) {
        Optional<String> twice = Siblings.ofOneType(jobspec.resources(), flexible);
        if (twice.isPresent()) {
            return nothing(
                    jobspec,
                    Optional.of("test: siblings in jobspec request same resource type : " + twice.get() + "."));
        }
        if (!flexible) {
            return XorSlots.areIn(jobspec.resources())
                    ? nothing(jobspec, Optional.empty())
                    : new SessionJobspec(jobspec, List.of(new CompiledJobspec(jobspec)), Optional.empty());
        }
        return XorSlots.split(jobspec)
                .map(variants -> new SessionJobspec(
                        jobspec,
                        variants.stream()
                                .map(OrSlots::markedIn)
                                .map(CompiledJobspec::new)
                                .toList(),
                        Optional.empty()))
                .orElseGet(() -> nothing(
                        jobspec,
                        Optional.of("select: xor_slots make more than " + XorSlots.VARIANTS_MAX + " variants.")));
    }

    private static SessionJobspec nothing(Jobspec jobspec, Optional<String> complaint) {
        return new SessionJobspec(jobspec, List.of(), complaint);
    }

    boolean hasOnlyTypes(Predicate<String> known) {
        return hasOnlyTypes(jobspec.resources(), known);
    }

    private static boolean hasOnlyTypes(List<ResourceRequest> requests, Predicate<String> known) {
        for (ResourceRequest request : requests) {
            if (!known.test(request.type()) || !hasOnlyTypes(request.with(), known)) {
                return false;
            }
        }
        return true;
    }
}

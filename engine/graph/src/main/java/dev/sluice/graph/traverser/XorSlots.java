package dev.sluice.graph.traverser;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Expands a jobspec with `xor_slot`s into variants with plain slots, in the order in which they are tried.
///
/// Each of several sibling `xor_slot`s is one alternative. In its variant it replaces all of them, as a `slot` behind
/// the other siblings. Alternatives at different places in the tree combine: two and three make six variants.
final class XorSlots {

    /// As many as flux-sched tries. A jobspec with more is rather a mistake than a request.
    static final int VARIANTS_MAX = 1000;

    private XorSlots() {}

    static boolean areIn(List<ResourceRequest> requests) {
        return requests.stream()
                .anyMatch(request -> request.type().equals(ResourceRequest.XOR_SLOT) || areIn(request.with()));
    }

    /// The variants of the jobspec, or empty if there are more than [#VARIANTS_MAX].
    static Optional<List<Jobspec>> split(Jobspec jobspec) {
        if (!areIn(jobspec.resources())) {
            return Optional.of(List.of(jobspec));
        }
        return variants(jobspec.resources())
                .map(variants -> variants.stream()
                        .map(resources ->
                                new Jobspec(jobspec.version(), resources, jobspec.tasks(), jobspec.attributes()))
                        .toList());
    }

    private static Optional<List<List<ResourceRequest>>> variants(List<ResourceRequest> requests) {
        List<List<ResourceRequest>> variants = List.of(List.of());
        List<ResourceRequest> alternatives = new ArrayList<>();
        for (ResourceRequest request : requests) {
            Optional<List<ResourceRequest>> expanded = expand(request);
            if (expanded.isEmpty()) {
                return Optional.empty();
            }
            if (request.type().equals(ResourceRequest.XOR_SLOT)) {
                alternatives.addAll(expanded.get());
            } else {
                variants = combined(variants, expanded.get());
            }
            if (variants.size() > VARIANTS_MAX || alternatives.size() > VARIANTS_MAX) {
                return Optional.empty();
            }
        }
        List<List<ResourceRequest>> all = alternatives.isEmpty() ? variants : combined(variants, alternatives);
        return all.size() > VARIANTS_MAX ? Optional.empty() : Optional.of(all);
    }

    /// The request itself with each variant of its children.
    private static Optional<List<ResourceRequest>> expand(ResourceRequest request) {
        String type = request.type().equals(ResourceRequest.XOR_SLOT) ? ResourceRequest.SLOT : request.type();
        return variants(request.with())
                .map(variants -> variants.stream()
                        .map(with -> new ResourceRequest(
                                type,
                                request.count(),
                                request.unit(),
                                request.exclusive(),
                                request.label(),
                                request.id(),
                                with))
                        .toList());
    }

    private static List<List<ResourceRequest>> combined(
            List<List<ResourceRequest>> variants, List<ResourceRequest> lasts) {
        List<List<ResourceRequest>> combined = new ArrayList<>();
        for (ResourceRequest last : lasts) {
            for (List<ResourceRequest> variant : variants) {
                List<ResourceRequest> longer = new ArrayList<>(variant);
                longer.add(last);
                combined.add(longer);
            }
        }
        return combined;
    }
}

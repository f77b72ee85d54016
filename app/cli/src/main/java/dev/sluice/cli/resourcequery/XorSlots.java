package dev.sluice.cli.resourcequery;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns a request with alternatives into requests without, in the order in which they are to be tried.
///
/// Of the `xor_slot`s side by side each is one alternative, and takes the place of all of them, behind what else is
/// wanted there. Alternatives in different places combine: two here and three there make six.
final class XorSlots {

    /// As many as flux-sched tries; more is likelier a slip than a wish.
    static final int VARIANTS_MAX = 1000;

    private XorSlots() {}

    static boolean areIn(List<ResourceRequest> requests) {
        return requests.stream()
                .anyMatch(request -> request.type().equals(ResourceRequest.XOR_SLOT) || areIn(request.with()));
    }

    /// Empty if there are too many.
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
            Optional<List<ResourceRequest>> inner = inner(request);
            if (inner.isEmpty()) {
                return Optional.empty();
            }
            if (request.type().equals(ResourceRequest.XOR_SLOT)) {
                alternatives.addAll(inner.get());
            } else {
                variants = combined(variants, inner.get());
            }
            if (variants.size() > VARIANTS_MAX || alternatives.size() > VARIANTS_MAX) {
                return Optional.empty();
            }
        }
        List<List<ResourceRequest>> all = alternatives.isEmpty() ? variants : combined(variants, alternatives);
        return all.size() > VARIANTS_MAX ? Optional.empty() : Optional.of(all);
    }

    /// The request with each variant of what is in it.
    private static Optional<List<ResourceRequest>> inner(ResourceRequest request) {
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

package dev.sluice.graph.traverser;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;

/// Rewrites `slot`s as `or_slot`s, which is what they are to the flexible traverser: siblings are alternatives of which
/// it may grant any mixture, and a single slot is packed by the same rules.
final class OrSlots {
    private OrSlots() {}

    static Jobspec markSlots(Jobspec jobspec) {
        return new Jobspec(jobspec.version(), marked(jobspec.resources()), jobspec.tasks(), jobspec.attributes());
    }

    private static List<ResourceRequest> marked(List<ResourceRequest> requests) {
        return requests.stream()
                .map(request -> new ResourceRequest(
                        isSlot(request) ? ResourceRequest.OR_SLOT : request.type(),
                        request.count(),
                        request.unit(),
                        request.exclusive(),
                        request.label(),
                        request.id(),
                        marked(request.with())))
                .toList();
    }

    private static boolean isSlot(ResourceRequest request) {
        return request.type().equals(ResourceRequest.SLOT);
    }
}

package dev.sluice.graph.traverser;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;

/// Rewrites sibling `slot`s as `or_slot`s, which is what they are to the flexible traverser: alternatives of which it
/// may
/// grant any mixture.
final class OrSlots {
    private OrSlots() {}

    static Jobspec markSiblingSlots(Jobspec jobspec) {
        return new Jobspec(jobspec.version(), marked(jobspec.resources()), jobspec.tasks(), jobspec.attributes());
    }

    private static List<ResourceRequest> marked(List<ResourceRequest> requests) {
        long slots = requests.stream().filter(OrSlots::isSlot).count();
        return requests.stream()
                .map(request -> new ResourceRequest(
                        slots > 1 && isSlot(request) ? ResourceRequest.OR_SLOT : request.type(),
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

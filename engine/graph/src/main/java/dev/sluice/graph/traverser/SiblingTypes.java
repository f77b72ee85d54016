package dev.sluice.graph.traverser;

import dev.sluice.jobspec.ResourceRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds sibling requests of the same type. flux-sched cannot tell them apart and does not match them.
final class SiblingTypes {
    private SiblingTypes() {}

    /// The first type that two siblings request, in depth-first order.
    ///
    /// @param slotsMayRepeat whether sibling slots are alternatives, as they are for the flexible traverser
    static Optional<String> firstDuplicate(List<ResourceRequest> requests, boolean slotsMayRepeat) {
        Set<String> types = new HashSet<>();
        for (ResourceRequest request : requests) {
            // The simple traverser matches no xor_slots, but does not report them as duplicates.
            boolean mayRepeat = request.type().equals(ResourceRequest.XOR_SLOT) || (slotsMayRepeat && request.isSlot());
            if (!types.add(request.type()) && !mayRepeat) {
                return Optional.of(request.type());
            }
            Optional<String> below = firstDuplicate(request.with(), slotsMayRepeat);
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }
}

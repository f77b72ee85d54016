package dev.sluice.graph.traverser;

import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds sibling requests that flux-sched cannot tell apart: two of one type, or one of a type beside a slot. A vertex
/// for which two requests count is no match.
final class SiblingTypes {
    private SiblingTypes() {}

    /// The type of the first request that counts beside another one, in depth-first order.
    ///
    /// @param slotsMayRepeat whether sibling slots are alternatives, as they are for the flexible traverser
    static Optional<String> firstConflict(List<ResourceRequest> requests, boolean slotsMayRepeat) {
        List<String> types = new ArrayList<>();
        for (ResourceRequest request : requests) {
            String type = request.type();
            if (types.stream().anyMatch(other -> conflict(type, other, slotsMayRepeat))) {
                return Optional.of(type);
            }
            types.add(type);
            Optional<String> below = firstConflict(request.with(), slotsMayRepeat);
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }

    private static boolean conflict(String type, String other, boolean slotsMayRepeat) {
        // The simple traverser matches no xor_slots, but does not report them.
        if (type.equals(ResourceRequest.XOR_SLOT) || other.equals(ResourceRequest.XOR_SLOT)) {
            return false;
        }
        boolean isSlot = ResourceRequest.isSlotType(type);
        boolean isOtherSlot = ResourceRequest.isSlotType(other);
        if (isSlot && isOtherSlot) {
            return !slotsMayRepeat;
        }
        return isSlot || isOtherSlot || type.equals(other);
    }
}

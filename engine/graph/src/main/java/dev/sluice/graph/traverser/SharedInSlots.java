package dev.sluice.graph.traverser;

import dev.sluice.jobspec.ResourceRequest;
import java.util.List;

/// Finds requests that are explicitly not exclusive inside a slot, where everything is. flux-sched finds no vertex for
/// them, and says nothing.
final class SharedInSlots {
    private SharedInSlots() {}

    /// @param slotsMayRepeat whether sibling slots are alternatives: one may do without what another one requests
    static boolean areIn(List<ResourceRequest> requests, boolean slotsMayRepeat) {
        return areIn(requests, slotsMayRepeat, false);
    }

    private static boolean areIn(List<ResourceRequest> requests, boolean slotsMayRepeat, boolean inSlot) {
        long slots = requests.stream().filter(ResourceRequest::isSlot).count();
        for (ResourceRequest request : requests) {
            boolean isShared = !request.exclusive().orElse(true);
            if (inSlot && !request.isSlot() && isShared) {
                return true;
            }
            boolean isAlternative = request.isSlot() && slots > 1 && slotsMayRepeat;
            if (!isAlternative && areIn(request.with(), slotsMayRepeat, inSlot || request.isSlot())) {
                return true;
            }
        }
        return false;
    }
}

package dev.sluice.cli.resourcequery;

import dev.sluice.jobspec.ResourceRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Two requests of one type side by side, which flux-sched cannot tell apart and so does not match.
final class Siblings {
    private Siblings() {}

    /// @param mayBeSlots whether slots side by side are alternatives, as for the flexible traverser
    static Optional<String> ofOneType(List<ResourceRequest> requests, boolean mayBeSlots) {
        Set<String> types = new HashSet<>();
        for (ResourceRequest request : requests) {
            // Where xor_slots are no alternatives they match nothing, and nothing is said.
            boolean isAlternative = request.type().equals(ResourceRequest.XOR_SLOT) || (mayBeSlots && request.isSlot());
            if (!types.add(request.type()) && !isAlternative) {
                return Optional.of(request.type());
            }
            Optional<String> below = ofOneType(request.with(), mayBeSlots);
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }
}

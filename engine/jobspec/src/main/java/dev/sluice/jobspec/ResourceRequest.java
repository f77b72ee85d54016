package dev.sluice.jobspec;

import java.util.List;
import java.util.Optional;

/// One vertex of the requested resource tree (RFC 14).
///
/// @param exclusive empty if unset: then true for a slot and its subtree, false elsewhere
/// @param label the name that tasks refer to; every slot has one
/// @param with the resources that each of the `count` resources must contain
public record ResourceRequest(
        String type,
        Count count,
        Optional<String> unit,
        Optional<Boolean> exclusive,
        Optional<String> label,
        Optional<String> id,
        List<ResourceRequest> with) {
    public static final String SLOT = "slot";

    /// flux-sched's flexible traverser: sibling slots of which any mixture may be granted.
    public static final String OR_SLOT = "or_slot";

    /// flux-sched's flexible traverser: sibling slots of which exactly one is granted.
    public static final String XOR_SLOT = "xor_slot";

    public ResourceRequest {
        with = List.copyOf(with);
        if (type.isBlank()) {
            throw new IllegalArgumentException("type is blank");
        }
        if (isSlotType(type) && label.isEmpty()) {
            throw new IllegalArgumentException(type + " without a label: tasks could not refer to it");
        }
        if (isSlotType(type) && with.isEmpty()) {
            throw new IllegalArgumentException(type + " (" + label.orElse("") + ") without resources in it");
        }
    }

    public static ResourceRequest of(String type, Count count, ResourceRequest... with) {
        return new ResourceRequest(
                type, count, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(with));
    }

    public static ResourceRequest slot(String label, Count count, ResourceRequest... with) {
        return new ResourceRequest(
                SLOT, count, Optional.empty(), Optional.empty(), Optional.of(label), Optional.empty(), List.of(with));
    }

    public ResourceRequest withExclusive(boolean isExclusive) {
        return new ResourceRequest(type, count, unit, Optional.of(isExclusive), label, id, with);
    }

    /// A slot of any kind: `slot`, `or_slot` or `xor_slot`.
    public boolean isSlot() {
        return isSlotType(type);
    }

    public static boolean isSlotType(String type) {
        return type.equals(SLOT) || type.equals(OR_SLOT) || type.equals(XOR_SLOT);
    }
}

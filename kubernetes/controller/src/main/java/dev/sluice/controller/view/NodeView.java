package dev.sluice.controller.view;

import dev.sluice.scheduling.machine.ClosedReason;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node with its resources.
///
/// @param rack the names of the zone and rack above it, such as `zone:a/rack:r1`; empty if it has neither
/// @param reasons why it takes no jobs; none if it does
/// @param resources by the name that Kubernetes has for them
public record NodeView(String name, String rack, Set<ClosedReason> reasons, SortedMap<String, Amounts> resources) {
    public NodeView {
        reasons = reasons.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(reasons));
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    }

    public boolean isClosed() {
        return !reasons.isEmpty();
    }
}

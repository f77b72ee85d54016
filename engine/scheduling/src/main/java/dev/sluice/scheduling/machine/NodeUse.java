package dev.sluice.scheduling.machine;

import dev.sluice.runtime.amount.SortedAmounts;
import java.util.Map;
import java.util.SortedMap;

/// Amounts of resources on one node.
///
/// @param node the node's path
/// @param amounts how much of each resource type, in the graph's units
public record NodeUse(String node, SortedMap<String, Long> amounts) {
    public NodeUse {
        amounts = SortedAmounts.copyOf(amounts);
    }

    public NodeUse(String node, Map<String, Long> amounts) {
        this(node, SortedAmounts.copyOf(amounts));
    }
}

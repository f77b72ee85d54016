package dev.sluice.scheduling.machine;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Amounts of resources on one node.
///
/// @param node the node's path
/// @param amounts how much of each resource type, in the graph's units
public record NodeUse(String node, SortedMap<String, Long> amounts) {
    public NodeUse {
        amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    }

    public NodeUse(String node, Map<String, Long> amounts) {
        this(node, new TreeMap<>(amounts));
    }
}

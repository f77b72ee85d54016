package dev.sluice.controller.view;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The sum of some nodes: of a rack, or of all.
///
/// @param closed how many of them take no jobs
public record GroupView(String name, int nodes, int closed, SortedMap<String, Amounts> resources) {
    public GroupView {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    }

    static GroupView of(String name, Collection<NodeView> nodes) {
        SortedMap<String, Amounts> sums = new TreeMap<>();
        int closed = 0;
        for (NodeView node : nodes) {
            closed += node.isClosed() ? 1 : 0;
            node.resources().forEach((resource, amounts) -> sums.merge(resource, amounts, Amounts::plus));
        }
        return new GroupView(name, nodes.size(), closed, sums);
    }
}

package dev.sluice.controller.view;

import dev.sluice.controller.sync.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the engine knew of a cluster at one moment.
///
/// @param nodes sorted by rack and name
/// @param foreignPods how many pods of other schedulers hold resources
/// @param ownPods how many pods of our scheduler hold resources
/// @param received how many changes of objects the informers have seen
/// @param handled how many events the engine was told
/// @param relists how often the informers had to list again
/// @param versions the resource versions up to which the engine knows everything; 0 before the first list
public record ClusterView(
        long atNanos,
        List<NodeView> nodes,
        int foreignPods,
        int ownPods,
        long received,
        long handled,
        long relists,
        Map<Source, Long> versions) {

    public ClusterView {
        nodes = List.copyOf(nodes);
        versions = Collections.unmodifiableMap(new EnumMap<>(versions));
    }

    /// True if the engine has the whole cluster.
    public boolean isSynced() {
        return versions.values().stream().allMatch(version -> version > 0);
    }

    public GroupView total() {
        return GroupView.of("all", nodes);
    }

    /// Returns the racks, or zones where there are no racks, by name. Nodes with neither are in one with an empty name.
    public List<GroupView> racks() {
        Map<String, List<NodeView>> byRack = new TreeMap<>();
        nodes.forEach(node ->
                byRack.computeIfAbsent(node.rack(), _ -> new ArrayList<>()).add(node));
        List<GroupView> racks = new ArrayList<>();
        byRack.forEach((name, members) -> racks.add(GroupView.of(name, members)));
        return racks;
    }
}

package dev.sluice.controller.topology;

import dev.sluice.graph.Basenames;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the graph shows of a node. Two states of a node with equal models do not differ for the scheduler.
///
/// @param path where the node is in the graph
/// @param levels the vertices between cluster and node, the highest first
/// @param pools the size of each pool by type
/// @param units the number of vertices of each type that is counted in units
/// @param sockets how many sockets the node has; 0 if nothing tells
/// @param coresPerSocket how many physical cores each socket has; 0 if nothing tells
/// @param reasons why the node takes no jobs
public record NodeModel(
        String name,
        String path,
        List<Level> levels,
        SortedMap<String, Long> pools,
        SortedMap<String, Integer> units,
        int sockets,
        int coresPerSocket,
        SortedMap<String, String> labels,
        List<Taint> taints,
        Set<ClosedReason> reasons) {

    /// A zone or rack.
    ///
    /// @param name of the vertex: its type and the label's value, so that it never equals a node's name
    public record Level(String type, String name) {}

    public NodeModel {
        levels = List.copyOf(levels);
        pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
        units = Collections.unmodifiableSortedMap(new TreeMap<>(units));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        taints = List.copyOf(taints);
        reasons = reasons.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(reasons));
    }

    /// Returns the same node with other amounts.
    public NodeModel with(Map<String, Long> otherPools, Map<String, Integer> otherUnits) {
        return new NodeModel(
                name,
                path,
                levels,
                new TreeMap<>(otherPools),
                new TreeMap<>(otherUnits),
                sockets,
                coresPerSocket,
                labels,
                taints,
                reasons);
    }

    /// Returns the path of the pool of a type.
    public String pool(String type) {
        return path + "/" + Basenames.of(type) + "0";
    }
}

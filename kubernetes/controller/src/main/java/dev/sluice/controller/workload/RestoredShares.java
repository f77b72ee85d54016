package dev.sluice.controller.workload;

import dev.sluice.graph.Basenames;
import dev.sluice.queue.record.Share;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a job held of each node when the scheduler was restarted, as far as it has not been given to one of its pods.
///
/// The records have the sum for each node, not what each pod holds: a pod that was resized may hold less than its
/// place.
/// Pods are given what they need until the sum is used up.
final class RestoredShares {
    private final Map<String, SortedMap<String, Long>> left = new HashMap<>();

    /// @param shares what the job holds
    RestoredShares(List<Share> shares, List<PodShape> shapes) {
        Set<String> types = shapes.stream()
                .flatMap(shape -> shape.amounts.keySet().stream())
                .collect(Collectors.toSet());
        for (Share share : shares) {
            int slash = share.path().lastIndexOf('/');
            String node = share.path().substring(share.path().lastIndexOf('/', slash - 1) + 1, Math.max(0, slash));
            String vertex = share.path().substring(slash + 1);
            String type = Basenames.typeOf(vertex, types).orElse(vertex);
            left.computeIfAbsent(node, _ -> new TreeMap<>()).merge(type, share.amount(), Long::sum);
        }
    }

    /// Takes amounts for a pod.
    ///
    /// @return for each of these types as much as is left
    SortedMap<String, Long> take(String node, SortedMap<String, Long> wanted) {
        SortedMap<String, Long> there = left.getOrDefault(node, new TreeMap<>());
        SortedMap<String, Long> given = new TreeMap<>();
        wanted.forEach((type, amount) -> {
            long most = Math.min(amount, there.getOrDefault(type, 0L));
            given.put(type, most);
            there.computeIfPresent(type, (_, rest) -> rest - most);
        });
        return given;
    }

    /// Takes back what a pod was given that has ended: its place is free.
    void putBack(String node, SortedMap<String, Long> given) {
        SortedMap<String, Long> there = left.computeIfAbsent(node, _ -> new TreeMap<>());
        given.forEach((type, amount) -> there.merge(type, amount, Long::sum));
    }

    /// Returns what no pod has been given of a node.
    SortedMap<String, Long> left(String node) {
        SortedMap<String, Long> rest = new TreeMap<>(left.getOrDefault(node, new TreeMap<>()));
        rest.values().removeIf(amount -> amount == 0);
        return rest;
    }
}

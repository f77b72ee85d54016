package dev.sluice.controller.workload;

import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.queue.record.Share;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a job held of each node when the scheduler was restarted, as far as it has not been given to one of its pods.
///
/// The records have the sum for each node, not what each pod holds: a pod that was resized may hold less than its
/// place.
/// Pods are given what they need until the sum is used up.
final class RestoredShares {
    private final Map<String, SortedMap<String, Long>> left = new HashMap<>();

    /// @param shares what the job holds
    RestoredShares(List<Share> shares, List<PodShape> shapes) {
        for (Share share : shares) {
            int slash = share.path().lastIndexOf('/');
            String node = share.path().substring(share.path().lastIndexOf('/', slash - 1) + 1, Math.max(0, slash));
            String type = typeOf(share.path().substring(slash + 1), shapes);
            left.computeIfAbsent(node, _ -> new TreeMap<>()).merge(type, share.amount(), Long::sum);
        }
    }

    /// Returns the type of a vertex, whose name is the type's with a number. The type's own name may end with digits.
    private static String typeOf(String vertex, List<PodShape> shapes) {
        String found = vertex;
        int longest = 0;
        for (PodShape shape : shapes) {
            for (String type : shape.amounts.keySet()) {
                String name = ResourceTypes.basenameOf(type);
                boolean isOfType = vertex.startsWith(name)
                        && vertex.substring(name.length()).chars().allMatch(Character::isDigit);
                if (isOfType && name.length() > longest) {
                    found = type;
                    longest = name.length();
                }
            }
        }
        return found;
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

    /// Returns what no pod has been given of a node.
    SortedMap<String, Long> left(String node) {
        SortedMap<String, Long> rest = new TreeMap<>(left.getOrDefault(node, new TreeMap<>()));
        rest.values().removeIf(amount -> amount == 0);
        return rest;
    }
}

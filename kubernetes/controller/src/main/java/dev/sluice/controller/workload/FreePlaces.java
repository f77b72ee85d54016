package dev.sluice.controller.workload;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The workloads whose places wait for pods, by node: they are looked at when something changes there.
final class FreePlaces {
    private final Map<String, Set<Workload>> byNode = new HashMap<>();
    private final Map<Workload, Set<String>> nodesOf = new HashMap<>();

    /// Notes where places of a workload wait by now.
    ///
    /// @param isOver whether it has none any more
    void note(Workload work, boolean isOver) {
        Set<String> now = isOver || work.released == 0 ? Set.of() : work.freeNodes();
        Set<String> before = now.isEmpty() ? nodesOf.remove(work) : nodesOf.put(work, now);
        if (before != null) {
            before.stream().filter(node -> !now.contains(node)).forEach(node -> remove(node, work));
        }
        now.forEach(
                node -> byNode.computeIfAbsent(node, _ -> new LinkedHashSet<>()).add(work));
    }

    @SuppressWarnings("NullAway") // null removes the entry
    private void remove(String node, Workload work) {
        byNode.computeIfPresent(node, (_, those) -> {
            those.remove(work);
            return those.isEmpty() ? null : those;
        });
    }

    /// Returns the workloads that have places waiting on a node.
    List<Workload> on(String node) {
        return List.copyOf(byNode.getOrDefault(node, Set.of()));
    }
}

package dev.sluice.kube.request;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What pods may take of a node: its `status.allocatable`, in the units of [PodRequest].
///
/// @param amounts by resource name, sorted: cpu in thousandths, others in whole units, rounded up as kubelet and
///     kube-scheduler do. A resource whose device plugin is gone stays, with 0.
/// @param problems amounts that are negative or no quantity, with their fields; they count as 0
public record Allocatable(Map<String, Long> amounts, List<String> problems) {
    public Allocatable {
        amounts = SortedAmounts.copyOf(amounts);
        problems = List.copyOf(problems);
    }

    public static Allocatable of(JsonObject node) {
        List<String> problems = new ArrayList<>(0);
        Amounts amounts = Amounts.read(node.object("status", "allocatable"), () -> "status.allocatable", problems);
        return new Allocatable(amounts.rounded(), problems);
    }

    /// Returns the amount of a resource; 0 if the node has none.
    public long amount(String resource) {
        return amounts.getOrDefault(resource, 0L);
    }
}

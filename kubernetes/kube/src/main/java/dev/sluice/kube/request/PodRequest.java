package dev.sluice.kube.request;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.List;
import java.util.Map;

/// The effective request of a pod: what it takes of its node, as kubelet and kube-scheduler count it.
///
/// 1. App containers and sidecars (init containers with restart policy Always) add up.
/// 2. Other init containers run one after the other, each beside the sidecars before it. The pod needs at least the
///    largest of these steps.
/// 3. Resources of claims that the node serves from its allocatable resources are added.
/// 4. Pod-level requests replace the sum for cpu, memory and hugepages.
/// 5. The overhead of the runtime class is added.
///
/// During a resize a container counts with the maximum of its spec, what the kubelet has allocated, and what is in
/// effect. After an infeasible resize its spec does not count. The same holds for pod-level requests.
///
/// @param amounts by resource name, sorted, none of them 0: cpu in thousandths, others in whole units, rounded up.
///     There is always 1 of `pods`. Sums saturate at [Long#MAX_VALUE].
/// @param problems amounts that are negative or no quantity, with their fields; they count as 0
public record PodRequest(Map<String, Long> amounts, List<String> problems) {
    public PodRequest {
        amounts = SortedAmounts.copyOf(amounts);
        problems = List.copyOf(problems);
    }

    public static PodRequest of(JsonObject pod) {
        return new PodRequestCount(pod).request();
    }

    /// Returns the request of the pods that a template makes: limits stand for requests that are missing, as the API
    /// server sets them when it creates a pod.
    public static PodRequest ofTemplate(JsonObject template) {
        return of(RequestDefaults.of(template));
    }

    /// Returns the amount of a resource; 0 if the pod does not request it.
    public long amount(String resource) {
        return amounts.getOrDefault(resource, 0L);
    }

    /// True if the init container runs as long as the pod.
    static boolean isSidecar(JsonObject initContainer) {
        return initContainer.text("restartPolicy").equals("Always");
    }
}

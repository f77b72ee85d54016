package dev.sluice.controller.intake;

import dev.sluice.controller.topology.HostPortsOf;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.request.PodRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What one pod needs of a node, as the graph counts it.
///
/// @param amounts by type: `core` in thousandths, `memory` in bytes, 1 of `pods`
/// @param constraint the nodes that its node selector and required node affinity allow; empty if all are
/// @param directives its tolerations and host ports
record PodNeeds(SortedMap<String, Long> amounts, Optional<Constraint> constraint, SchedulingDirectives directives) {
    private static final String SLOT = "pod";

    /// A kubelet runs the pods. RFC 14 wants a task, so that the jobspec can be read back by its rules.
    static final List<Task> TASKS = List.of(Task.perSlot(SLOT, 1, "pod"));

    PodNeeds {
        amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    }

    /// Reads a pod or a pod template.
    ///
    /// @throws NotHonoured if an amount is negative or malformed, or a selector is
    static PodNeeds of(JsonObject pod) {
        PodRequest request = PodRequest.ofTemplate(pod);
        if (!request.problems().isEmpty()) {
            throw new NotHonoured(String.join("; ", request.problems()));
        }
        try {
            SchedulingDirectives directives = SchedulingDirectives.tolerating(NodeRules.tolerations(pod))
                    .withHostPorts(HostPortsOf.pod(pod).toArray(HostPort[]::new));
            return new PodNeeds(ResourceTypes.byType(request.amounts()), NodeRules.constraint(pod), directives);
        } catch (IllegalArgumentException e) {
            throw new NotHonoured("spec of the pod: " + e.getMessage());
        }
    }

    /// Returns the request of so many pods, each on one node.
    ResourceRequest slots(int count) {
        ResourceRequest[] parts = amounts.entrySet().stream()
                .map(each -> ResourceRequest.of(each.getKey(), Count.exactly(each.getValue())))
                .toArray(ResourceRequest[]::new);
        return ResourceRequest.slot(SLOT, Count.exactly(count), parts);
    }
}

package dev.sluice.controller.intake;

import dev.sluice.controller.topology.HostPortsOf;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.request.PodRequest;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What one pod needs of a node, as the graph counts it.
///
/// @param amounts by type: `core` in thousandths, `memory` in bytes, 1 of `pods`
/// @param constraint the nodes that its node selector and required node affinity allow; empty if all are
/// @param directives its tolerations and host ports
record PodNeeds(SortedMap<String, Long> amounts, Optional<Constraint> constraint, SchedulingDirectives directives) {
    /// The label of the slots.
    static final String SLOT = "pod";

    PodNeeds {
        amounts = SortedAmounts.copyOf(amounts);
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

    /// Returns whether pods with these needs and with others may run on the same nodes.
    boolean isForSameNodes(PodNeeds others) {
        return constraint.equals(others.constraint) && directives.equals(others.directives);
    }

    /// Returns the request of one pod.
    Jobspec part() {
        Attributes attributes =
                new Attributes(SystemAttributes.NONE.withConstraint(constraint).withDirectives(directives), Map.of());
        return new Jobspec(Jobspec.VERSION_1, List.of(slots(amounts, 1, SLOT)), List.of(task(SLOT)), attributes);
    }

    /// Returns the request of so many pods, each on one node.
    static ResourceRequest slots(SortedMap<String, Long> amounts, int count, String label) {
        ResourceRequest[] parts = amounts.entrySet().stream()
                .map(each -> ResourceRequest.of(each.getKey(), Count.exactly(each.getValue())))
                .toArray(ResourceRequest[]::new);
        return ResourceRequest.slot(label, Count.exactly(count), parts);
    }

    /// Returns the task of slots. A kubelet runs the pods; RFC 14 wants a task, so that the jobspec can be read back by
    /// its rules.
    static Task task(String label) {
        return Task.perSlot(label, 1, "pod");
    }
}

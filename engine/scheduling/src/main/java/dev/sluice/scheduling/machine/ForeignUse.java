package dev.sluice.scheduling.machine;

import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// What another scheduler's work holds, as reported.
///
/// @param id chosen by the driver, such as a pod's UID
/// @param node the node's path
/// @param amounts how much of each resource type, in the graph's units
/// @param hostPorts the ports that it has of the node
/// @param endNanos the expected end; [#OPEN] if there is none
public record ForeignUse(
        String id, String node, SortedMap<String, Long> amounts, List<HostPort> hostPorts, long endNanos) {
    public static final long OPEN = Long.MAX_VALUE;

    public ForeignUse {
        amounts = SortedAmounts.copyOf(amounts);
        hostPorts = List.copyOf(hostPorts);
    }

    public ForeignUse(String id, String node, Map<String, Long> amounts, long endNanos) {
        this(id, node, SortedAmounts.copyOf(amounts), List.of(), endNanos);
    }

    public ForeignUse withHostPorts(HostPort... ports) {
        return new ForeignUse(id, node, amounts, List.of(ports), endNanos);
    }
}

package dev.sluice.kube.request;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What pods leave free of one node, to decide whether another pod fits: requests, host ports, node selector and
/// affinity, taints.
public final class NodeRoom {
    private final Node node;
    private final Allocatable allocatable;
    private final Map<String, Long> used = new HashMap<>();
    private final List<HostPort> ports = new ArrayList<>();

    public NodeRoom(JsonObject node) {
        this.node = new Node(node);
        this.allocatable = Allocatable.of(node);
    }

    /// Counts a pod on the node, unless it has ended.
    public void add(JsonObject pod) {
        if (!new Pod(pod).isTerminal()) {
            PodRequest.of(pod).amounts().forEach((resource, amount) -> used.merge(resource, amount, Long::sum));
            ports.addAll(HostPort.of(pod));
        }
    }

    /// Returns whether a kubelet there would take the pod.
    public boolean fits(JsonObject json) {
        Pod pod = new Pod(json);
        return !node.isCordoned()
                && node.isReady()
                && pod.selects(node)
                && node.untoleratedTaint(pod, "NoSchedule") == null
                && node.untoleratedTaint(pod, "NoExecute") == null
                && hasAmounts(json)
                && HostPort.of(json).stream().noneMatch(port -> ports.stream().anyMatch(port::conflictsWith));
    }

    private boolean hasAmounts(JsonObject pod) {
        return PodRequest.of(pod).amounts().entrySet().stream()
                .allMatch(wanted -> wanted.getValue()
                        <= allocatable.amount(wanted.getKey()) - used.getOrDefault(wanted.getKey(), 0L));
    }
}

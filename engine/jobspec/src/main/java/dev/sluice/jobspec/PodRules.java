package dev.sluice.jobspec;

import dev.sluice.jobspec.pod.SchedulingDirectives;
import java.util.List;

/// Which requests may have host ports or a topology spread: those whose pods lie on one node each.
///
/// A pod is a slot. A request for nodes without slots has one pod per node.
final class PodRules {
    private static final String NODE = "node";

    private PodRules() {}

    static void require(List<ResourceRequest> resources, SchedulingDirectives directives) {
        if (!directives.countPods()) {
            return;
        }
        if (resources.size() != 1) {
            throw new IllegalArgumentException(
                    "hostPorts and topologySpread need exactly one outermost resource, there are (" + resources.size()
                            + ")");
        }
        ResourceRequest outermost = resources.getFirst();
        if (outermost.type().equals(NODE)) {
            return;
        }
        if (!outermost.isSlot() || nodesIn(outermost) > 1) {
            throw new IllegalArgumentException(
                    "hostPorts and topologySpread need a node or a slot on one node as the outermost resource, not this "
                            + outermost.type());
        }
    }

    /// The most nodes that the request names inside one such resource; two stand for all larger numbers.
    private static long nodesIn(ResourceRequest request) {
        long nodes = 0;
        for (ResourceRequest inner : request.with()) {
            long each = inner.type().equals(NODE) ? 1 : nodesIn(inner);
            nodes += each == 0 ? 0 : Math.min(2, inner.count().max()) * each;
        }
        return Math.min(2, nodes);
    }
}

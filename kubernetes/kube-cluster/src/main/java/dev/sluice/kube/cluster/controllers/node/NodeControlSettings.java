package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.runtime.time.Clock;

/// Settings of the node and pod garbage collection controllers. The defaults are kube-controller-manager's.
///
/// @param nodeGraceNanos how long a node may miss heartbeats (`--node-monitor-grace-period`)
/// @param nodeStartupGraceNanos the same for a node that has not sent any (`--node-startup-grace-period`)
/// @param taintsPerSecond the rate of NoExecute taints in a zone (`--node-eviction-rate`)
/// @param slowTaintsPerSecond the same in a large unhealthy zone (`--secondary-node-eviction-rate`)
/// @param largeZone zones with more nodes are large; small unhealthy zones get no NoExecute taints
/// @param podsOverMax how many finished pods are kept (`--terminated-pod-gc-threshold`)
public record NodeControlSettings(
        long nodeGraceNanos,
        long nodeStartupGraceNanos,
        double taintsPerSecond,
        double slowTaintsPerSecond,
        int largeZone,
        int podsOverMax) {

    public static final NodeControlSettings DEFAULT =
            new NodeControlSettings(50 * Clock.NANOS_PER_SECOND, 60 * Clock.NANOS_PER_SECOND, 0.1, 0.01, 50, 12_500);
}

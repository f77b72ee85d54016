package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.runtime.time.Clock;

/// What can be set of the controllers of nodes and their pods. All is as a kube-controller-manager has it by itself.
///
/// @param nodeGraceNanos how long a node may be silent
/// @param nodeStartupGraceNanos the same for one that has never said anything of itself
/// @param taintsPerSecond how many nodes of a zone, at most, are tainted so that pods leave
/// @param slowTaintsPerSecond the same for a large zone of which most is not well
/// @param largeZone a zone of more nodes is large; a small one is left alone when most of it is not well
/// @param podsOverMax how many pods that are over are kept
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

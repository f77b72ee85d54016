package dev.sluice.kube.cluster.nodes;

import dev.sluice.runtime.time.Clock;

/// How many nodes, and how they behave.
///
/// @param prefix of their names, which are counted from 0 on
/// @param racks into which they are divided; 0 for none
/// @param start how long a pod takes to start
/// @param heartbeatNanos how often a node renews its lease
public record FleetSettings(int nodes, String prefix, NodeShape shape, int racks, Delay start, long heartbeatNanos) {
    /// As often as a kubelet does.
    public static final long HEARTBEAT_NANOS = 10 * Clock.NANOS_PER_SECOND;

    public static final Delay START = new Delay.Between(500_000_000L, 2 * Clock.NANOS_PER_SECOND);

    public static FleetSettings of(int nodes, NodeShape shape, int racks) {
        return new FleetSettings(nodes, "node-", shape, racks, START, HEARTBEAT_NANOS);
    }

    /// Of the i-th node.
    public String name(int i) {
        return prefix + i;
    }

    /// Neighbours share a rack.
    String rack(int i) {
        return "rack-" + (long) i * racks / nodes;
    }
}

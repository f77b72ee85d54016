package dev.sluice.kube.cluster.nodes;

import dev.sluice.runtime.time.Clock;

/// The number and behaviour of simulated nodes.
///
/// @param prefix of the names; numbers from 0 on follow
/// @param racks the number of racks; 0 for none
/// @param start how long a pod takes to start
/// @param heartbeatNanos the interval at which a node renews its lease
/// @param runForNanos how long pods run whose restart policy is not Always and that have no annotation;
///     [#FOREVER_NANOS] for ever
public record FleetSettings(
        int nodes, String prefix, NodeShape shape, int racks, Delay start, long heartbeatNanos, long runForNanos) {
    /// The kubelet's default.
    public static final long HEARTBEAT_NANOS = 10 * Clock.NANOS_PER_SECOND;

    public static final Delay START = new Delay.Between(500_000_000L, 2 * Clock.NANOS_PER_SECOND);

    /// Long enough to see a pod Running with kubectl, short enough to wait for its Job to complete.
    public static final long RUN_FOR_NANOS = 10 * Clock.NANOS_PER_SECOND;

    public static final long FOREVER_NANOS = RunningPod.NEVER_NANOS;

    public FleetSettings(int nodes, String prefix, NodeShape shape, int racks, Delay start, long heartbeatNanos) {
        this(nodes, prefix, shape, racks, start, heartbeatNanos, RUN_FOR_NANOS);
    }

    public static FleetSettings of(int nodes, NodeShape shape, int racks) {
        return new FleetSettings(nodes, "node-", shape, racks, START, HEARTBEAT_NANOS);
    }

    /// The same with another run time of pods.
    public FleetSettings withRunFor(long nanos) {
        return new FleetSettings(nodes, prefix, shape, racks, start, heartbeatNanos, nanos);
    }

    /// Returns the name of the i-th node.
    public String name(int i) {
        return prefix + i;
    }

    /// Returns what the i-th node registers with. Consecutive nodes share a rack.
    NodeTemplate template(int i) {
        NodeTemplate plain = NodeTemplate.of(shape);
        return racks == 0 ? plain : plain.in("zone-0", "rack-" + (long) i * racks / nodes);
    }
}

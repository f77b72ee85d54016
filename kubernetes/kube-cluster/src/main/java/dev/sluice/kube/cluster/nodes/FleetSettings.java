package dev.sluice.kube.cluster.nodes;

import dev.sluice.runtime.time.Clock;

/// How many nodes, and how they behave.
///
/// @param prefix of their names, which are counted from 0 on
/// @param racks into which they are divided; 0 for none
/// @param start how long a pod takes to start
/// @param heartbeatNanos how often a node renews its lease
/// @param runForNanos how long pods run that are not restarted always and have no annotation; [#FOREVER_NANOS] for ever
public record FleetSettings(
        int nodes, String prefix, NodeShape shape, int racks, Delay start, long heartbeatNanos, long runForNanos) {
    /// As often as a kubelet does.
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

    /// Of the i-th node.
    public String name(int i) {
        return prefix + i;
    }

    /// Neighbours share a rack.
    String rack(int i) {
        return "rack-" + (long) i * racks / nodes;
    }
}

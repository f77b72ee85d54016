package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import org.jspecify.annotations.Nullable;

/// What a cluster in the box has.
///
/// @param server how its API can be reached
/// @param controllers of ours that run in it; nothing if somebody else's will
/// @param fleet its nodes, if it has any of its own
/// @param hasEvents whether controllers and nodes write events
public record ClusterSettings(
        ServerOptions server,
        @Nullable NodeControlSettings controllers,
        @Nullable FleetSettings fleet,
        boolean hasEvents) {

    /// With all that is usual.
    ///
    /// @param hasControllers whether ours run in it, or somebody else's will
    public ClusterSettings(ServerOptions server, boolean hasControllers, @Nullable FleetSettings fleet) {
        this(server, hasControllers ? NodeControlSettings.DEFAULT : null, fleet, true);
    }

    /// The same, in which nobody writes events.
    public ClusterSettings withoutEvents() {
        return new ClusterSettings(server, controllers, fleet, false);
    }
}

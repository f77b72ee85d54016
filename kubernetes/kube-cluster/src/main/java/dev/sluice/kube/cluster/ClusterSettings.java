package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import org.jspecify.annotations.Nullable;

/// Settings of an embedded cluster.
///
/// @param server settings of its API server
/// @param controllers settings of its controllers; empty if none run in it
/// @param fleet its simulated nodes; null if it has none
/// @param hasEvents whether controllers and nodes record events
/// @param hasScheduler whether a first-fit scheduler binds pods of the default scheduler
public record ClusterSettings(
        ServerOptions server,
        @Nullable NodeControlSettings controllers,
        @Nullable FleetSettings fleet,
        boolean hasEvents,
        boolean hasScheduler) {

    /// Creates settings with the usual defaults.
    ///
    /// @param hasControllers whether controllers run in it; false if others will be started against it
    public ClusterSettings(ServerOptions server, boolean hasControllers, @Nullable FleetSettings fleet) {
        this(server, hasControllers ? NodeControlSettings.DEFAULT : null, fleet, true, false);
    }

    /// Returns these settings without events.
    public ClusterSettings withoutEvents() {
        return new ClusterSettings(server, controllers, fleet, false, hasScheduler);
    }

    /// Returns these settings with a scheduler for pods that name none.
    public ClusterSettings withScheduler() {
        return new ClusterSettings(server, controllers, fleet, hasEvents, true);
    }
}

package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import org.jspecify.annotations.Nullable;

/// What a cluster in the box has.
///
/// @param server how its API can be reached
/// @param hasControllers whether ours run in it, or somebody else's will
/// @param fleet its nodes, if it has any of its own
public record ClusterSettings(
        ServerOptions server,
        boolean hasControllers,
        @Nullable FleetSettings fleet) {}

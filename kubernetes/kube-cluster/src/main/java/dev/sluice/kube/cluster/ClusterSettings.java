package dev.sluice.kube.cluster;

import dev.sluice.kube.cluster.nodes.FleetSettings;
import org.jspecify.annotations.Nullable;

/// What a cluster in the box has.
///
/// @param port of the API; 0 for any that is free
/// @param hasControllers whether ours run in it, or somebody else's will
/// @param fleet its nodes, if it has any of its own
public record ClusterSettings(int port, boolean hasControllers, @Nullable FleetSettings fleet) {}

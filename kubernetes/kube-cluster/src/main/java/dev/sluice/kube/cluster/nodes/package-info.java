/// Simulated nodes: they register, send heartbeats, admit or reject pods, and simulate the pods' lives through the API
/// only.
///
/// A [dev.sluice.kube.cluster.nodes.NodeFleet] is any number of nodes of one [dev.sluice.kube.cluster.nodes.NodeShape].
/// No containers run; a pod's annotations say how long it would have run and how it would have ended.
@NullMarked
package dev.sluice.kube.cluster.nodes;

import org.jspecify.annotations.NullMarked;

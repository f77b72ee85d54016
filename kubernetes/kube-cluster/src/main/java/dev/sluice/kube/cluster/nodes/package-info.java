/// Simulated nodes: they register, send heartbeats, take or refuse pods and play the pods' lives, on the port alone.
///
/// A [dev.sluice.kube.cluster.nodes.NodeFleet] is any number of nodes of one
/// [dev.sluice.kube.cluster.nodes.NodeShape]. Nothing is run; a pod's annotations say how long it would have
/// run and how it would have ended.
@NullMarked
package dev.sluice.kube.cluster.nodes;

import org.jspecify.annotations.NullMarked;

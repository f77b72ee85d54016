/// The ReplicaSet and Deployment controllers.
@NullMarked
package dev.sluice.kube.cluster.controllers.replica;

import org.jspecify.annotations.NullMarked;

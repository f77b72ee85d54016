/// ReplicaSets and Deployments: pods that are to be there.
@NullMarked
package dev.sluice.kube.cluster.controllers.replica;

import org.jspecify.annotations.NullMarked;

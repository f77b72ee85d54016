/// What the controllers of a cluster share: [dev.sluice.kube.cluster.work.ControllerContext] with their informers,
/// and the adoption, creation and deletion of pods.
@NullMarked
package dev.sluice.kube.cluster.work;

import org.jspecify.annotations.NullMarked;

/// The same scenarios on the embedded and on the real control plane.
@NullMarked
package dev.sluice.kube.cluster.contract;

import org.jspecify.annotations.NullMarked;

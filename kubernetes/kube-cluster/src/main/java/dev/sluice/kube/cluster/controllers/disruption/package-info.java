/// PodDisruptionBudgets: how many of an application's pods may be evicted now.
@NullMarked
package dev.sluice.kube.cluster.controllers.disruption;

import org.jspecify.annotations.NullMarked;

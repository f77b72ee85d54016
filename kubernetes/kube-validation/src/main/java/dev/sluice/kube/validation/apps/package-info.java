/// Deployments, replica sets, stateful sets and daemon sets.
@NullMarked
package dev.sluice.kube.validation.apps;

import org.jspecify.annotations.NullMarked;

/// Events: what controllers and nodes tell people of what they have done.
///
/// [dev.sluice.kube.cluster.event.EventRecorder] writes them when there is nothing better to do;
/// [dev.sluice.kube.cluster.event.EventCorrelator] keeps them few, by the rules of Kubernetes' own programs.
@NullMarked
package dev.sluice.kube.cluster.event;

import org.jspecify.annotations.NullMarked;

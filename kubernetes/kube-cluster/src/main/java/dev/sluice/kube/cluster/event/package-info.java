/// Events, as controllers and nodes record them for users.
///
/// [dev.sluice.kube.cluster.event.EventRecorder] writes them when the crank is idle;
/// [dev.sluice.kube.cluster.event.EventCorrelator] limits their number by client-go's rules.
@NullMarked
package dev.sluice.kube.cluster.event;

import org.jspecify.annotations.NullMarked;

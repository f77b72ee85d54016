/// Events, as controllers and nodes record them for users.
///
/// [dev.sluice.kube.event.EventRecorder] writes them when the crank is idle;
/// [dev.sluice.kube.event.EventCorrelator] limits their number by client-go's rules.
@NullMarked
package dev.sluice.kube.event;

import org.jspecify.annotations.NullMarked;

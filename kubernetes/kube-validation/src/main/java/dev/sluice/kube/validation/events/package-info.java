/// Events, of the core and of `events.k8s.io`, and the conversion between them.
@NullMarked
package dev.sluice.kube.validation.events;

import org.jspecify.annotations.NullMarked;

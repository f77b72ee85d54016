/// Endpoint slices.
@NullMarked
package dev.sluice.kube.validation.discovery;

import org.jspecify.annotations.NullMarked;

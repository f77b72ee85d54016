/// Leases.
@NullMarked
package dev.sluice.kube.validation.coordination;

import org.jspecify.annotations.NullMarked;

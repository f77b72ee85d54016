/// API services.
@NullMarked
package dev.sluice.kube.validation.apiregistration;

import org.jspecify.annotations.NullMarked;

/// Horizontal pod autoscalers, and the conversion between v1 and v2.
@NullMarked
package dev.sluice.kube.validation.autoscaling;

import org.jspecify.annotations.NullMarked;

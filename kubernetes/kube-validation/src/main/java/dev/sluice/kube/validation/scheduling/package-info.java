/// Priority classes.
@NullMarked
package dev.sluice.kube.validation.scheduling;

import org.jspecify.annotations.NullMarked;

/// Runtime classes.
@NullMarked
package dev.sluice.kube.validation.node;

import org.jspecify.annotations.NullMarked;

/// Volumes of pods, and what persistent volumes and claims share with them.
@NullMarked
package dev.sluice.kube.validation.core.volume;

import org.jspecify.annotations.NullMarked;

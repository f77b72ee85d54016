/// Pods and pod templates: defaults, validation, warnings, subresources and the printed row.
@NullMarked
package dev.sluice.kube.validation.core.pod;

import org.jspecify.annotations.NullMarked;

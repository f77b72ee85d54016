/// Certificate signing requests.
@NullMarked
package dev.sluice.kube.validation.certificates;

import org.jspecify.annotations.NullMarked;

/// Pod disruption budgets.
@NullMarked
package dev.sluice.kube.validation.policy;

import org.jspecify.annotations.NullMarked;

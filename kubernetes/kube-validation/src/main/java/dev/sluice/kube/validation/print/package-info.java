/// Columns and cells of the tables that `kubectl get` prints.
@NullMarked
package dev.sluice.kube.validation.print;

import org.jspecify.annotations.NullMarked;

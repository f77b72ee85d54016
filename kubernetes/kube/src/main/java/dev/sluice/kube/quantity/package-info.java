/// Resource quantities: `100m`, `1.5`, `4Gi`.
@NullMarked
package dev.sluice.kube.quantity;

import org.jspecify.annotations.NullMarked;

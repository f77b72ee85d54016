/// Namespaces: what each has from its beginning, and how each comes to its end.
@NullMarked
package dev.sluice.kube.cluster.controllers.namespace;

import org.jspecify.annotations.NullMarked;

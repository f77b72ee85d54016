/// Namespaces: their default objects, and the deletion of their content.
@NullMarked
package dev.sluice.kube.cluster.controllers.namespace;

import org.jspecify.annotations.NullMarked;

/// Nodes that fall silent, and the pods on them.
@NullMarked
package dev.sluice.kube.cluster.controllers.node;

import org.jspecify.annotations.NullMarked;

/// What makes an API server a cluster: controllers, simulated nodes, and all of it together.
@NullMarked
package dev.sluice.kube.cluster;

import org.jspecify.annotations.NullMarked;

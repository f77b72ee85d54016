/// Clusters around the embedded API server: controllers and simulated nodes, in real or virtual time.
@NullMarked
package dev.sluice.kube.cluster;

import org.jspecify.annotations.NullMarked;

/// Node lifecycle: heartbeats, taints, taint-based eviction, pod garbage collection.
@NullMarked
package dev.sluice.kube.cluster.controllers.node;

import org.jspecify.annotations.NullMarked;

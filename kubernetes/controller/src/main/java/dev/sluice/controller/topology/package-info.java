/// Nodes of Kubernetes as vertices of the resource graph.
@NullMarked
package dev.sluice.controller.topology;

import org.jspecify.annotations.NullMarked;

/// Placement of requests on the graph.
@NullMarked
package dev.sluice.graph.match;

import org.jspecify.annotations.NullMarked;

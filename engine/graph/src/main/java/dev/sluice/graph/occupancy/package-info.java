/// Who holds what of the graph, and when.
@NullMarked
package dev.sluice.graph.occupancy;

import org.jspecify.annotations.NullMarked;

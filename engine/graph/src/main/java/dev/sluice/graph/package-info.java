/// The resource graph: the vertices and edges of a machine, and what jobs allocate or reserve of them over time.
///
/// [ResourceGraph] is the structure: vertices and edges are dense numbers whose attributes lie in arrays. The
/// packages build on it: `plan` (free amounts over time, Fluxion's planner), `occupancy` (allocations and
/// reservations), `match` (the matcher and its policies), `traverser` (sibling slots), `find` (queries), `io` (file
/// formats) and `model`, which combines them.
@NullMarked
package dev.sluice.graph;

import org.jspecify.annotations.NullMarked;

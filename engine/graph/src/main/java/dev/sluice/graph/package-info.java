/// The resource graph: what a machine consists of, and what of it is taken when.
///
/// [ResourceGraph] is the structure. Vertices and edges are dense numbers, and what is known of them lies in
/// arrays. On it stand `plan` (how much is free when), `occupancy` (who holds what), `match` (where a request
/// fits), `find`, `io` (formats) and `model`, which puts them together.
@NullMarked
package dev.sluice.graph;

import org.jspecify.annotations.NullMarked;

/// The operations on a graph and its allocations: match, cancel, partial release, attach, remove, resize, snapshot.
@NullMarked
package dev.sluice.graph.model;

import org.jspecify.annotations.NullMarked;

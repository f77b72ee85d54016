/// The graph with all that is done to it: match, cancel, give back.
@NullMarked
package dev.sluice.graph.model;

import org.jspecify.annotations.NullMarked;

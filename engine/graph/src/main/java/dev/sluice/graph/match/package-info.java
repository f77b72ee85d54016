/// The matcher: finds the vertices that satisfy a jobspec, in the order of a match policy.
@NullMarked
package dev.sluice.graph.match;

import org.jspecify.annotations.NullMarked;

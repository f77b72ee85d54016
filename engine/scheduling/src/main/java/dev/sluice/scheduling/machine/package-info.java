/// What jobs ask of the graph, made ready: jobs that ask for the same share one shape.
@NullMarked
package dev.sluice.scheduling.machine;

import org.jspecify.annotations.NullMarked;

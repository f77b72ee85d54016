/// Fuzz targets for `bin/fuzz`. Each target permits only the exceptions that a reader may throw for bad input.
/// Every build replays the inputs of earlier findings.
@NullMarked
package dev.sluice.graph.fuzz;

import org.jspecify.annotations.NullMarked;

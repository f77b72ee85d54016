/// A run as files: Batsim's three tables, `summary.json` and SWF.
///
/// Files appear whole or not at all, and the same run gives the same bytes.
@NullMarked
package dev.sluice.simulator.output;

import org.jspecify.annotations.NullMarked;

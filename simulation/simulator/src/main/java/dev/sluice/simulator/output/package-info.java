/// The files of a run: Batsim's three tables, `summary.json` and SWF.
///
/// Files are written atomically, and the same run gives the same bytes.
@NullMarked
package dev.sluice.simulator.output;

import org.jspecify.annotations.NullMarked;

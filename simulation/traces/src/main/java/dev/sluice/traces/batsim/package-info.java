/// Batsim's workload files: JSON with jobs and with the profiles that say what a job does.
///
/// All profile types of Batsim 4 are understood; each has an ideal duration, if the file alone tells it. Fields
/// that Batsim does not know are kept, for schedulers read them.
@NullMarked
package dev.sluice.traces.batsim;

import org.jspecify.annotations.NullMarked;

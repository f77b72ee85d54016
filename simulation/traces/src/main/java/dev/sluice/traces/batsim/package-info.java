/// Batsim's workload files: JSON with jobs, and with profiles that describe the jobs' work.
///
/// Supports all profile types of Batsim 4; each has an ideal duration if the file alone tells it. Fields that
/// Batsim does not know are kept, since schedulers read them.
@NullMarked
package dev.sluice.traces.batsim;

import org.jspecify.annotations.NullMarked;

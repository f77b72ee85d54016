/// The results of a run: every job's times and resources, and the machine's state over time, in columns of
/// numbers.
///
/// A [dev.sluice.simulator.result.RunRecorder] is filled during a run; at the end, or when the run is stopped,
/// it gives a [dev.sluice.simulator.result.RunResult]. Nothing here writes files or computes statistics.
@NullMarked
package dev.sluice.simulator.result;

import org.jspecify.annotations.NullMarked;

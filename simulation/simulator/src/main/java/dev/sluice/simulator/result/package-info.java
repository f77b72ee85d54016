/// What happened in a run: every job's times and place, and the machine's state over time, in columns of numbers.
///
/// A [dev.sluice.simulator.result.RunRecorder] is fed while a run goes on; what it has at the end, or when somebody
/// stops the run, is a [dev.sluice.simulator.result.RunResult]. Nothing here writes files or computes statistics.
@NullMarked
package dev.sluice.simulator.result;

import org.jspecify.annotations.NullMarked;

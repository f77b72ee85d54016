/// Drives the engine in virtual time with the submissions of a workload, and simulates the jobs that it starts.
///
/// The engine makes all decisions. This package hands it events in time order, carries out its decisions, and
/// reports to a [dev.sluice.simulator.result.RunRecorder].
@NullMarked
package dev.sluice.simulator.drive;

import org.jspecify.annotations.NullMarked;

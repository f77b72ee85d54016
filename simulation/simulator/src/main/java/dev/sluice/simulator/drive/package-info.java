/// Turns the engine's crank: virtual time, a workload's submissions, and what becomes of jobs once they have
/// started.
///
/// The engine decides everything; what is here only feeds it events in the order of time, carries out what it
/// decides, and tells a [dev.sluice.simulator.result.RunRecorder] what happens.
@NullMarked
package dev.sluice.simulator.drive;

import org.jspecify.annotations.NullMarked;

/// Shared foundation: time, steps, randomness, identifiers, invariants and faults.
///
/// Production and simulation run the same code above this module. They differ in what is plugged in here: a
/// [dev.sluice.runtime.time.SystemClock] and a thread, or a [dev.sluice.runtime.time.VirtualClock] and a loop that
/// jumps from timer to timer.
@NullMarked
package dev.sluice.runtime;

import org.jspecify.annotations.NullMarked;

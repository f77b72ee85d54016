/// Workloads from models instead of logs.
///
/// All randomness comes from the run's seeds, and all functions that a machine could round in its own way are
/// [StrictMath]'s: the same seed gives the same workload everywhere.
@NullMarked
package dev.sluice.traces.synthetic;

import org.jspecify.annotations.NullMarked;

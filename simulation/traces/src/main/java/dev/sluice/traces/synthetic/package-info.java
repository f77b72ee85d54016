/// Generated workloads.
///
/// All randomness comes from the run's seeds, and all platform-dependent functions are [StrictMath]'s: the same
/// seed gives the same workload everywhere.
@NullMarked
package dev.sluice.traces.synthetic;

import org.jspecify.annotations.NullMarked;

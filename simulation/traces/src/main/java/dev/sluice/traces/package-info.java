/// Workloads: recorded or generated jobs for simulations.
///
/// All sources become a [dev.sluice.traces.Workload]. The formats are in the packages below; nothing here
/// depends on them.
@NullMarked
package dev.sluice.traces;

import org.jspecify.annotations.NullMarked;

/// What a simulation runs: jobs, recorded or made up, whatever file they came from.
///
/// [dev.sluice.traces.Workload] is the noun that all sources become. The formats live in the packages below;
/// nothing here knows them.
@NullMarked
package dev.sluice.traces;

import org.jspecify.annotations.NullMarked;

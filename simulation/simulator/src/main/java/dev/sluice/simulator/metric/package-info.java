/// Metrics of runs: [dev.sluice.simulator.metric.RunSummary] computes them,
/// [dev.sluice.simulator.metric.Metric] names those by which runs are compared.
///
/// docs/simulation.md has the formulas.
@NullMarked
package dev.sluice.simulator.metric;

import org.jspecify.annotations.NullMarked;

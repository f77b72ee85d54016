package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;

/// A model that workloads are drawn from.
public sealed interface WorkloadModel permits LublinFeitelson, PoissonModel {

    /// The size of the machine that the workloads are for.
    int processors();

    /// Draws a workload, at the model's own rate of arrivals.
    Workload generate(int count, Seeds seeds);

    /// The cycle of the arrival process that a job belongs to.
    DailyCycle cycleOf(WorkloadJob job);
}

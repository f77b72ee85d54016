package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;

/// A model of workloads.
public sealed interface WorkloadModel permits LublinFeitelson, PoissonModel {

    /// Returns the size of the machine that the workloads are for.
    int processors();

    /// Generates a workload at the model's own arrival rate.
    Workload generate(int count, Seeds seeds);

    /// Returns the daily cycle of the job's arrival process.
    DailyCycle cycleOf(WorkloadJob job);
}

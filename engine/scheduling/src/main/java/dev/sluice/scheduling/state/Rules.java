package dev.sluice.scheduling.state;

import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;
import java.util.List;

/// The configured rules: queues, queue order, backfill order, run time estimates, how fast failures of nodes are
/// forgotten, and whether finished jobs leave memory.
public record Rules(
        List<QueueRules> queues,
        JobOrder order,
        ScanOrder scanOrder,
        Estimator estimator,
        long failureHalfLifeNanos,
        boolean recyclesJobs) {
    public Rules {
        queues = List.copyOf(queues);
    }
}

package dev.sluice.scheduling.state;

import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;
import java.util.List;

/// The configured rules: queues, queue order, backfill order and run time estimates.
public record Rules(List<QueueRules> queues, JobOrder order, ScanOrder scanOrder, Estimator estimator) {
    public Rules {
        queues = List.copyOf(queues);
    }
}

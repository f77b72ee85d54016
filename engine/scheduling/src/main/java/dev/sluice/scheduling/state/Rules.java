package dev.sluice.scheduling.state;

import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;
import java.util.List;

/// By what rules jobs are kept: queues with what they allow, who is next, who is tried next, and how long
/// jobs take.
public record Rules(List<QueueRules> queues, JobOrder order, ScanOrder scanOrder, Estimator estimator) {
    public Rules {
        queues = List.copyOf(queues);
    }
}

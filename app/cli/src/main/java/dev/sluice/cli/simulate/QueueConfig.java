package dev.sluice.cli.simulate;

import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import java.util.List;

/// Queues and their order, as an operator sets them.
record QueueConfig(JobOrder order, List<QueueRules> queues) {
    static final QueueConfig PLAIN = new QueueConfig(JobOrder.fifo(), List.of());

    QueueConfig {
        queues = List.copyOf(queues);
    }
}

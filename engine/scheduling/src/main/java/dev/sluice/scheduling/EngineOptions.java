package dev.sluice.scheduling;

import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import java.util.List;

/// The operator's choices.
public record EngineOptions(SchedulingPolicy policy, JobOrder order, List<QueueRules> queues, CycleOptions cycle) {
    public EngineOptions {
        queues = List.copyOf(queues);
    }

    /// First come, first served, without limits.
    public static EngineOptions plain(SchedulingPolicy policy, CycleOptions cycle) {
        return new EngineOptions(policy, JobOrder.fifo(), List.of(), cycle);
    }

    /// The same options for jobs whose wall times include a start delay.
    public EngineOptions withStartDelay(long nanos) {
        List<QueueRules> delayed =
                queues.stream().map(queue -> queue.withStartDelay(nanos)).toList();
        return new EngineOptions(policy, order, delayed, cycle);
    }
}

package dev.sluice.scheduling;

import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import java.util.List;

/// All that an operator chooses.
public record EngineOptions(SchedulingPolicy policy, JobOrder order, List<QueueRules> queues, CycleOptions cycle) {
    public EngineOptions {
        queues = List.copyOf(queues);
    }

    /// First in, first out, without limits.
    public static EngineOptions plain(SchedulingPolicy policy, CycleOptions cycle) {
        return new EngineOptions(policy, JobOrder.fifo(), List.of(), cycle);
    }

    /// The same for jobs whose wall times include the delay of their starts.
    public EngineOptions withStartDelay(long nanos) {
        List<QueueRules> delayed =
                queues.stream().map(queue -> queue.withStartDelay(nanos)).toList();
        return new EngineOptions(policy, order, delayed, cycle);
    }
}

package dev.sluice.scheduling;

import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import java.util.List;

/// The operator's choices.
public record EngineOptions(
        SchedulingPolicy policy, JobOrder order, List<QueueRules> queues, CycleOptions cycle, WorldOptions world) {
    public EngineOptions {
        queues = List.copyOf(queues);
    }

    /// The options of a simulation.
    public EngineOptions(SchedulingPolicy policy, JobOrder order, List<QueueRules> queues, CycleOptions cycle) {
        this(policy, order, queues, cycle, WorldOptions.SIMULATED);
    }

    public EngineOptions in(WorldOptions newWorld) {
        return new EngineOptions(policy, order, queues, cycle, newWorld);
    }

    /// First come, first served, without limits.
    public static EngineOptions plain(SchedulingPolicy policy, CycleOptions cycle) {
        return new EngineOptions(policy, JobOrder.fifo(), List.of(), cycle);
    }

    /// The same options for jobs whose wall times include a start delay.
    public EngineOptions withStartDelay(long nanos) {
        List<QueueRules> delayed =
                queues.stream().map(queue -> queue.withStartDelay(nanos)).toList();
        return new EngineOptions(policy, order, delayed, cycle, world);
    }
}

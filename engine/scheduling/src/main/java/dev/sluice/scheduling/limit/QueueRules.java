package dev.sluice.scheduling.limit;

import dev.sluice.jobspec.Constraint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The rules of one queue.
///
/// @param nodeSet where its jobs may run; empty if anywhere
/// @param priority the [dev.sluice.queue.QueuePriority#priority] of its jobs
public record QueueRules(
        String name, Optional<Constraint> nodeSet, List<Limit> limits, QueueWallTimes wallTimes, long priority) {
    public QueueRules {
        limits = List.copyOf(limits);
    }

    /// A queue without wall time rules and with the default priority.
    public QueueRules(String name, Optional<Constraint> nodeSet, List<Limit> limits) {
        this(name, nodeSet, limits, QueueWallTimes.ANY, 0);
    }

    public static QueueRules unlimited(String name) {
        return new QueueRules(name, Optional.empty(), List.of());
    }

    /// Returns the same queue with another node set.
    public QueueRules on(Constraint otherNodes) {
        return new QueueRules(name, Optional.of(otherNodes), limits, wallTimes, priority);
    }

    /// Returns the same queue with a higher cap, for jobs whose wall times include a start delay.
    public QueueRules withStartDelay(long nanos) {
        if (nanos == 0 || wallTimes.maxNanos().isEmpty()) {
            return this;
        }
        OptionalLong max = OptionalLong.of(wallTimes.maxNanos().getAsLong() + nanos);
        return new QueueRules(name, nodeSet, limits, new QueueWallTimes(max, wallTimes.defaultNanos()), priority);
    }
}

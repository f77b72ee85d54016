package dev.sluice.scheduling.limit;

import dev.sluice.jobspec.Constraint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What one queue allows.
///
/// @param nodeSet where its jobs may run; empty if anywhere
/// @param priority what submitters give its jobs as [dev.sluice.queue.QueuePriority#priority]
public record QueueRules(
        String name, Optional<Constraint> nodeSet, List<Limit> limits, QueueWallTimes wallTimes, long priority) {
    public QueueRules {
        limits = List.copyOf(limits);
    }

    /// A queue without wall times and with the priority that all jobs have.
    public QueueRules(String name, Optional<Constraint> nodeSet, List<Limit> limits) {
        this(name, nodeSet, limits, QueueWallTimes.ANY, 0);
    }

    public static QueueRules unlimited(String name) {
        return new QueueRules(name, Optional.empty(), List.of());
    }

    /// The same queue with its jobs elsewhere.
    public QueueRules on(Constraint otherNodes) {
        return new QueueRules(name, Optional.of(otherNodes), limits, wallTimes, priority);
    }

    /// The same queue with a higher cap, for jobs whose wall times include the delay of their starts.
    public QueueRules withStartDelay(long nanos) {
        if (nanos == 0 || wallTimes.maxNanos().isEmpty()) {
            return this;
        }
        OptionalLong max = OptionalLong.of(wallTimes.maxNanos().getAsLong() + nanos);
        return new QueueRules(name, nodeSet, limits, new QueueWallTimes(max, wallTimes.defaultNanos()), priority);
    }
}

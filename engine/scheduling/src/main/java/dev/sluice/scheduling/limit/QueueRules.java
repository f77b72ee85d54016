package dev.sluice.scheduling.limit;

import dev.sluice.jobspec.Constraint;
import java.util.List;
import java.util.Optional;

/// What one queue allows.
///
/// @param nodeSet where its jobs may run; empty if anywhere
public record QueueRules(String name, Optional<Constraint> nodeSet, List<Limit> limits) {
    public QueueRules {
        limits = List.copyOf(limits);
    }

    public static QueueRules unlimited(String name) {
        return new QueueRules(name, Optional.empty(), List.of());
    }
}

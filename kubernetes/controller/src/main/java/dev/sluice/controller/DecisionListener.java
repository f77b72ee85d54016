package dev.sluice.controller;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.scheduling.Decision;

/// Told of decisions about Kubernetes objects as they are carried out, on the engine's thread.
@FunctionalInterface
public interface DecisionListener {
    DecisionListener NONE = (_, _, _) -> {};

    /// Takes note of a decision that is about to be carried out.
    ///
    /// @param job the job's number in the queue
    void decided(Decision decision, long job, WorkloadRef object);
}

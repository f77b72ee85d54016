package dev.sluice.graph.model;

import dev.sluice.graph.match.MatchOperation;
import dev.sluice.jobspec.ResourceRequest;

/// One operation on a model.
sealed interface Step {

    record Match(MatchOperation operation, ResourceRequest request, long seconds) implements Step {}

    /// Cancels one of the present jobs.
    ///
    /// @param pick the index of the job, modulo the number of jobs
    record Cancel(int pick) implements Step {}

    /// Releases a part of a job's resources.
    ///
    /// @param bits the vertices to release, one bit each, repeated
    record Reduce(int pick, long bits) implements Step {}

    record Advance(long seconds) implements Step {}
}

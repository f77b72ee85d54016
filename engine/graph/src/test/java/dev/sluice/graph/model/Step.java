package dev.sluice.graph.model;

import dev.sluice.graph.match.MatchOperation;
import dev.sluice.jobspec.ResourceRequest;

/// One thing that is done to a model.
sealed interface Step {

    record Match(MatchOperation operation, ResourceRequest request, long seconds) implements Step {}

    /// Cancels one of the jobs there are.
    ///
    /// @param pick which one, counted round
    record Cancel(int pick) implements Step {}

    /// Gives back some of what a job holds.
    ///
    /// @param bits which of its vertices, from the first on and counted round
    record Reduce(int pick, long bits) implements Step {}

    record Advance(long seconds) implements Step {}
}

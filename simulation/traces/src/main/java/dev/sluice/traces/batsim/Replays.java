package dev.sluice.traces.batsim;

import java.util.OptionalDouble;

/// Returns the work in the traces that replay profiles name, which are separate files.
@FunctionalInterface
public interface Replays {
    /// Ignores the traces.
    Replays UNREAD = _ -> OptionalDouble.empty();

    /// Returns the operations of the busiest rank; empty if unknown.
    ///
    /// @param work a replay
    OptionalDouble flops(Work work);
}

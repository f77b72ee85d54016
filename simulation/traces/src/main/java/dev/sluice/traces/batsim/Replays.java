package dev.sluice.traces.batsim;

import java.util.OptionalDouble;

/// What the traces that replay profiles name have to compute; they are files of their own.
@FunctionalInterface
public interface Replays {
    /// Nobody looks into them.
    Replays UNREAD = _ -> OptionalDouble.empty();

    /// The operations of the rank that has most of them, or empty if that is not known.
    ///
    /// @param work a replay
    OptionalDouble flops(Work work);
}

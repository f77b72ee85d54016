package dev.sluice.graph.match;

import dev.sluice.graph.Placement;

/// The result of a match.
public sealed interface Outcome {

    /// Resources were found from `start` on.
    ///
    /// @param reserved whether `start` is in the future
    record Placed(Placement placement, long start, long end, boolean reserved) implements Outcome {}

    /// The request does not fit now; it would fit on an empty machine, unless the operation does not check that.
    record Busy() implements Outcome {}

    /// The request does not fit even on an empty machine.
    record Unsatisfiable() implements Outcome {}

    /// The request fits on an empty machine: the answer to a satisfiability check.
    record Satisfiable() implements Outcome {}
}

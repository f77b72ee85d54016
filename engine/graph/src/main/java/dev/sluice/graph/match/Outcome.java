package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
/// What became of a match.

public sealed interface Outcome {

    /// A place was found, from that moment on.
    ///
    /// @param reserved whether it is free only later
    record Placed(Placement placement, long start, long end, boolean reserved) implements Outcome {}

    /// There is no place now; there would be one on an empty machine.
    record Busy() implements Outcome {}

    /// There would be no place even on an empty machine.
    record Unsatisfiable() implements Outcome {}

    /// There is a place on an empty machine; that was the question.
    record Satisfiable() implements Outcome {}
}

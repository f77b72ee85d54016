package dev.sluice.graph.occupancy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that one job holds: nearly always a single [Part], or the [Pieces] of a job that got others later.
///
/// Changes return what the job holds then. Pieces change in place, and only for their owner.
sealed interface Held permits Part, Pieces {

    /// The part that was entered first.
    Part first();

    /// All parts, in the order in which they were entered.
    List<Part> parts();

    /// The part of this number, if the job still has it.
    @Nullable
    Part part(long number);

    Held with(Part another, Places places);

    /// Replaces the part of the same number.
    Held replaced(Part by);

    /// Null if nothing is left.
    @Nullable
    Held without(Part gone);

    /// The parts that hold something at a vertex, in the order in which they were entered.
    List<Part> partsAt(int vertex, Places places);

    /// How much of a vertex is held. Of a vertex whose use is implied by what is held below it, nothing.
    long amountAt(int vertex, Places places);

    /// Visits the shares at a vertex and below it, in post-order and each vertex once.
    void visit(int vertex, Places places, Occupancy.ShareVisitor visitor);

    /// The last vertex in post-order of which a share is held, of those before a vertex and all below it.
    ///
    /// @param vertex [dev.sluice.graph.ResourceGraph#NO_VERTEX] for the last of all
    int lastBefore(int vertex, Places places);
}

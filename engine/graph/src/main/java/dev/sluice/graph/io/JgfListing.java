package dev.sluice.graph.io;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.set.Idset;
import java.util.BitSet;

/// Vertices of some graph as a JGF file lists them: what a job holds or gives back.
///
/// @param part the vertices, known by path and rank
/// @param exclusive those that the job has to itself
/// @param freeRanks the ranks of which everything was given back already
/// @param shorthand whether what is below an exclusive vertex is left out, and meant all the same
public record JgfListing(ResourceGraph part, BitSet exclusive, Idset freeRanks, boolean shorthand) {
    public JgfListing {
        exclusive = (BitSet) exclusive.clone();
    }

    /// Whether everything of the rank that a listed vertex has, or the node above it, was given back already.
    public boolean isFree(int listed) {
        int vertex = listed;
        while (vertex != ResourceGraph.NO_VERTEX && part.rank(vertex) < 0) {
            vertex = part.parent(vertex);
        }
        return vertex != ResourceGraph.NO_VERTEX && freeRanks.contains(part.rank(vertex));
    }

    /// For files that do not say by themselves that they are in shorthand.
    public JgfListing inShorthand() {
        return new JgfListing(part, exclusive, freeRanks, true);
    }
}

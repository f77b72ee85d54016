package dev.sluice.graph.io;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.set.Idset;
import java.util.BitSet;

/// The vertices that a JGF file lists: what a job holds or releases.
///
/// @param part the vertices, identified by path and rank
/// @param exclusive the vertices that the job uses exclusively
/// @param freeRanks the ranks that were released completely
/// @param shorthand whether exclusive vertices stand for their whole subtrees
public record JgfListing(ResourceGraph part, BitSet exclusive, Idset freeRanks, boolean shorthand) {
    public JgfListing {
        exclusive = (BitSet) exclusive.clone();
    }

    /// Whether the rank of a listed vertex, or of the node above it, was released completely.
    public boolean isFree(int listed) {
        int vertex = listed;
        while (vertex != ResourceGraph.NO_VERTEX && part.rank(vertex) < 0) {
            vertex = part.parent(vertex);
        }
        return vertex != ResourceGraph.NO_VERTEX && freeRanks.contains(part.rank(vertex));
    }

    /// The same listing in shorthand, for files that do not declare it.
    public JgfListing inShorthand() {
        return new JgfListing(part, exclusive, freeRanks, true);
    }
}

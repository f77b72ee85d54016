package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Dialect;
import java.util.BitSet;
import java.util.Set;

/// The vertices that a jobspec's constraint admits. Constraints restrict nodes only; all other vertices are
/// admitted.
final class Eligibility {
    private static final Set<String> CONSTRAINED_TYPES = Set.of(VertexKind.NODE, "storage_node");

    static final Eligibility ALL = new Eligibility(new BitSet());

    private final BitSet refused;

    private Eligibility(BitSet refused) {
        this.refused = refused;
    }

    static Eligibility of(Constraint constraint, ResourceGraph graph) {
        BitSet refused = new BitSet();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (CONSTRAINED_TYPES.contains(graph.type(vertex))
                    && !constraint.matches(new VertexFacts(graph, vertex), Dialect.FLUX_SCHED)) {
                refused.set(vertex);
            }
        }
        return refused.isEmpty() ? ALL : new Eligibility(refused);
    }

    boolean admits(int vertex) {
        return this == ALL || !refused.get(vertex);
    }
}

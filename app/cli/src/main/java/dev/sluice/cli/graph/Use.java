package dev.sluice.cli.graph;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.BitSet;

/// The vertices in use at one moment: those of placements, and everything below exclusive ones.
final class Use {
    private final BitSet used;

    private Use(BitSet used) {
        this.used = used;
    }

    static Use none() {
        return new Use(new BitSet());
    }

    static Use at(ResourceModel model, long moment) {
        ResourceGraph graph = model.graph();
        BitSet used = new BitSet(graph.vertexCount());
        for (Holding holding : model.occupancy().holdings()) {
            if (holding.start() <= moment && moment < holding.end()) {
                mark(graph, holding.placement(), used);
            }
        }
        return new Use(used);
    }

    private static void mark(ResourceGraph graph, Placement placement, BitSet used) {
        for (int i = 0; i < placement.size(); i++) {
            used.set(placement.vertex(i));
            if (placement.isExclusive(i)) {
                graph.forEachBelow(placement.vertex(i), used::set);
            }
        }
    }

    boolean has(int vertex) {
        return used.get(vertex);
    }
}

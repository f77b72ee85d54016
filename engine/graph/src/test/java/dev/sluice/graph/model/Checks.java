package dev.sluice.graph.model;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Invariants of placements, computed from the placements alone.
final class Checks {
    private Checks() {}

    /// Pairs of jobs of which one uses a vertex that the other holds exclusively at the same time.
    static List<String> conflicts(ResourceGraph graph, List<Holding> holdings) {
        List<String> conflicts = new ArrayList<>();
        for (Holding owner : holdings) {
            BitSet owned = exclusiveOf(owner.placement());
            for (Holding other : holdings) {
                if (owner.job() == other.job() || owner.end() <= other.start() || other.end() <= owner.start()) {
                    continue;
                }
                for (int i = 0; i < other.placement().size(); i++) {
                    int vertex = other.placement().vertex(i);
                    if (isWithin(graph, vertex, owned)) {
                        conflicts.add("job %d uses %s, which job %d has to itself"
                                .formatted(other.job(), graph.path(vertex), owner.job()));
                    }
                }
            }
        }
        return conflicts;
    }

    /// The vertices that are down and not below a larger exclusive vertex of the job.
    static List<String> downAndNotBelowSomethingOwned(ResourceGraph graph, Placement placement) {
        BitSet owned = exclusiveOf(placement);
        List<String> down = new ArrayList<>();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int above = graph.parent(vertex);
            if (graph.isDown(vertex) && (above == ResourceGraph.NO_VERTEX || !isWithin(graph, above, owned))) {
                down.add(graph.path(vertex));
            }
        }
        return down;
    }

    /// Whether the placement has at least the requested resources below the root.
    static boolean serves(ResourceGraph graph, Placement placement, List<ResourceRequest> requests) {
        return serves(graph, placement, graph.root(), requests, 1);
    }

    private static boolean serves(
            ResourceGraph graph, Placement placement, int scope, List<ResourceRequest> requests, long times) {
        for (ResourceRequest request : requests) {
            long wanted = Math.multiplyExact(times, request.count().min());
            boolean served = request.isSlot()
                    ? serves(graph, placement, scope, request.with(), wanted)
                    : amount(graph, placement, scope, request) >= wanted;
            if (!served) {
                return false;
            }
        }
        return true;
    }

    private static long amount(ResourceGraph graph, Placement placement, int scope, ResourceRequest request) {
        BitSet inScope = new BitSet();
        inScope.set(scope);
        long amount = 0;
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            if (graph.type(vertex).equals(request.type())
                    && isWithin(graph, vertex, inScope)
                    && serves(graph, placement, vertex, request.with(), 1)) {
                amount += placement.amount(i);
            }
        }
        return amount;
    }

    private static BitSet exclusiveOf(Placement placement) {
        BitSet exclusive = new BitSet();
        for (int i = 0; i < placement.size(); i++) {
            if (placement.isExclusive(i)) {
                exclusive.set(placement.vertex(i));
            }
        }
        return exclusive;
    }

    private static boolean isWithin(ResourceGraph graph, int vertex, BitSet vertices) {
        int above = vertex;
        while (above != ResourceGraph.NO_VERTEX && !vertices.get(above)) {
            above = graph.parent(above);
        }
        return above != ResourceGraph.NO_VERTEX;
    }
}

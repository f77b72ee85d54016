package dev.sluice.graph.occupancy;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/// Takes parts out while the machine changes below what they hold exclusively, and enters them again.
final class Withdrawals {
    private final ResourceGraph graph;
    private final Holdings holdings;
    private final Places places;
    private final Booking booking;
    private final Allocations allocations;
    private final Plans plans;

    Withdrawals(ResourceGraph graph, Holdings holdings, Booking booking, Allocations allocations, Plans plans) {
        this.graph = graph;
        this.holdings = holdings;
        this.places = holdings.places();
        this.booking = booking;
        this.allocations = allocations;
        this.plans = plans;
    }

    /// A part that is taken out.
    record Withdrawn(long job, long part, Holding holding) {}

    /// Takes out all parts that hold the vertex or one above it exclusively.
    ///
    /// @param all also parts that share the vertex
    List<Withdrawn> takeOut(int vertex, boolean all) {
        boolean isAsked = all || booking.reservations() > 0;
        for (int above = vertex; above != ResourceGraph.NO_VERTEX && !isAsked; above = graph.parent(above)) {
            isAsked = allocations.isExclusive(above);
        }
        if (!isAsked) {
            return List.of();
        }
        Holders index = holdings.holders();
        LinkedHashMap<Long, TreeSet<Long>> parts = new LinkedHashMap<>();
        Holders.Visitor collector =
                (job, part) -> parts.computeIfAbsent(job, _ -> new TreeSet<>()).add(part);
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            index.forEach(index.key(above), collector);
            index.forEach(above, collector);
        }
        List<Withdrawn> withdrawn = new ArrayList<>();
        parts.forEach((job, numbers) -> numbers.forEach(number -> {
            Held held = holdings.get(job);
            Part part = held == null ? null : held.part(number);
            if (part != null && concerns(part.placement(), vertex, all)) {
                withdrawn.add(new Withdrawn(job, number, part.current()));
                booking.leave(part);
                holdings.unlist(part);
            }
        }));
        return withdrawn;
    }

    /// Enters parts again after the change; what is below their vertices may be different now.
    void enterAgain(List<Withdrawn> withdrawn) {
        for (Withdrawn one : withdrawn) {
            Holding holding = one.holding();
            Placement.Builder same = Placement.builder();
            for (int i = 0; i < holding.placement().entryCount(); i++) {
                same.addEntry(holding.placement(), i, holding.placement().entryAmount(i));
            }
            Holding again = holding.with(same.build()).onGraph(graph);
            Part part = holdings.newPart(again, one.part(), booking.enter(again));
            plans.settle(again.placement(), true);
            Held held = Objects.requireNonNull(holdings.owned(one.job()));
            holdings.put(one.job(), held.replaced(part));
        }
    }

    private boolean concerns(Placement placement, int vertex, boolean all) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            int entry = places.entryOf(placement, above);
            if (entry >= 0 && (placement.isEntryExclusive(entry) || (all && above == vertex))) {
                return true;
            }
        }
        return false;
    }
}

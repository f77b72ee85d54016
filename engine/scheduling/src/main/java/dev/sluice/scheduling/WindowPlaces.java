package dev.sluice.scheduling;

import dev.sluice.graph.Placement;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.machine.HolderNumbers;
import dev.sluice.scheduling.state.EngineState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the resources of a window: those that are free from now on and in its time; or those that will be free in its
/// time if all jobs end when they are expected to; or those that it would get on the empty machine.
record WindowPlaces(EngineState state) {

    /// @param holders what still holds some of the resources in the window's time; empty if all are free
    record Place(Placement placement, List<Holder> holders) {
        Place {
            holders = List.copyOf(holders);
        }
    }

    Optional<Place> find(Jobspec what, Span span, long now) {
        CompiledJobspec request = state.machine().prepare(what);
        long lasts = span.endNanos() - span.startNanos();
        Optional<Placed> free = state.machine().findAt(request, span.startNanos(), lasts);
        if (free.isEmpty() && span.startNanos() > now) {
            free = state.machine().findPlannedAt(request, span.startNanos(), lasts);
        }
        if (free.isPresent()) {
            return Optional.of(new Place(free.get().placement(), List.of()));
        }
        return state.machine().findOnEmpty(request).map(placement -> new Place(placement, holders(placement, span)));
    }

    private List<Holder> holders(Placement place, Span span) {
        Set<Integer> inside = new HashSet<>();
        for (int i = 0; i < place.size(); i++) {
            boolean isShared = !place.isExclusive(i) && !state.machine().graph().isDivisible(place.vertex(i));
            if (!isShared) {
                inside.add(place.vertex(i));
            }
        }
        List<Holder> holders = new ArrayList<>();
        for (Holding holding : state.machine().occupancy().holdings()) {
            boolean isThen = holding.start() < span.endNanos() && holding.end() > span.startNanos();
            if (isThen && isAny(holding.placement(), inside)) {
                Holder other = state.machineState().others().holder(holding.job());
                holders.add(
                        other == null ? new Holder.OfJob(state.table().id(HolderNumbers.job(holding.job()))) : other);
            }
        }
        return holders;
    }

    private boolean isAny(Placement placement, Set<Integer> inside) {
        for (int i = 0; i < placement.size(); i++) {
            if (inside.contains(placement.vertex(i))) {
                return true;
            }
        }
        return false;
    }
}

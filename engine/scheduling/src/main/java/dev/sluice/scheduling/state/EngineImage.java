package dev.sluice.scheduling.state;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Holder;
import dev.sluice.queue.image.QueueImage;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.machine.HolderNumbers;
import dev.sluice.scheduling.machine.OtherHolders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The complete state of the engine at one moment, comparable by value.
///
/// @param holdings the allocations and reservations, by holder
/// @param line the eligible jobs, in queue order
/// @param closed the nodes that are closed
/// @param limits what counts towards limits
/// @param lacking the parts that running jobs want, and the nodes where they do not get them
public record EngineImage(
        QueueImage queue,
        List<String> holdings,
        List<Long> line,
        List<String> closed,
        Map<String, ResourceAmounts> limits,
        List<String> lacking) {
    public EngineImage {
        holdings = List.copyOf(holdings);
        line = List.copyOf(line);
        closed = List.copyOf(closed);
        limits = Map.copyOf(limits);
        lacking = List.copyOf(lacking);
    }

    static EngineImage of(EngineState state) {
        List<Long> line = new ArrayList<>();
        for (int job = state.waiting().first(); job >= 0; job = state.waiting().next(job)) {
            line.add(state.table().id(job));
        }
        List<String> closed = new ArrayList<>();
        ResourceGraph graph = state.machine().graph();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isDown(vertex) && !graph.isRemoved(vertex)) {
                closed.add(graph.path(vertex));
            }
        }
        return new EngineImage(
                QueueImage.of(state.table()),
                holdings(state),
                line,
                closed,
                state.limits().used(state.table()),
                lacking(state.lacking()));
    }

    private static List<String> lacking(LackingParts lacking) {
        List<String> all = new ArrayList<>();
        lacking.jobs().forEach(job -> all.add("job " + job + " wants " + lacking.wanted(job)));
        lacking.avoiding().forEach(job -> all.add("job " + job + " avoids " + lacking.avoided(job)));
        return all;
    }

    /// All that each holder has, in however many parts it was entered.
    private static List<String> holdings(EngineState state) {
        Map<String, Map<String, Long>> amounts = new TreeMap<>();
        for (Holding holding : state.machine().occupancy().holdings()) {
            Map<String, Long> its = amounts.computeIfAbsent(holder(state, holding), _ -> new TreeMap<>());
            if (state.machineState().others().holder(holding.job()) instanceof Holder.Foreign) {
                // Which GPUs it has is not known; the engine has chosen some.
                continue;
            }
            for (Share share : state.machineState().shares(holding.placement())) {
                its.merge(share.path() + " " + share.use(), share.amount(), Long::sum);
            }
        }
        for (int job : state.holdingJobs()) {
            for (Share share : state.machineState().waitingShares(job)) {
                amounts.computeIfAbsent("job " + state.table().id(job), _ -> new TreeMap<>())
                        .merge(share.path() + " " + share.use() + ", not there", share.amount(), Long::sum);
            }
        }
        List<String> holdings = new ArrayList<>();
        amounts.forEach((holder, its) -> holdings.add(holder + " " + its));
        return holdings;
    }

    private static String holder(EngineState state, Holding holding) {
        OtherHolders others = state.machineState().others();
        return switch (others.holder(holding.job())) {
            case Holder.Foreign it ->
                Objects.requireNonNull(others.foreign(it.id())).use().toString();
            case Holder.Window it ->
                it + " " + Objects.requireNonNull(others.window(it.id())).span();
            case Holder.OfJob it -> it.toString();
            case null ->
                "job " + state.table().id(HolderNumbers.job(holding.job()))
                        + (holding.reserved() ? " from " + holding.start() + " to " + holding.end() : "");
        };
    }
}

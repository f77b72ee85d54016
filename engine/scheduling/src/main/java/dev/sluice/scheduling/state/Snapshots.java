package dev.sluice.scheduling.state;

import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.machine.OtherHolders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The engine's state as records that lead to it, without the facts about the machine.
public final class Snapshots {
    private Snapshots() {}

    public static List<QueueRecord> records(EngineState state, long nowNanos) {
        List<QueueRecord> records = new ArrayList<>();
        JobTable table = state.table();
        state.estimator()
                .forEachUser((user, runs) ->
                        records.add(new QueueRecord.RecentRuns(table.users().name(user), runs, nowNanos)));
        state.failures().forEach((node, score, time) -> records.add(new QueueRecord.FailureScore(node, score, time)));
        state.quarantined().forEach((node, until) -> records.add(new QueueRecord.Quarantined(node, until, nowNanos)));
        for (OtherHolders.Window window : state.machineState().others().windows()) {
            records.add(new QueueRecord.WindowEntered(
                    window.holder().id(),
                    window.holder().name(),
                    state.machineState().sharesOf(window.number()),
                    window.span(),
                    nowNanos));
        }
        table.finished()
                .all()
                .forEach((id, it) -> records.add(new QueueRecord.Finished(id, it.how(), it.started(), nowNanos)));
        List<Integer> jobs = IntStream.range(0, table.size())
                .filter(index -> !table.isFree(index))
                .boxed()
                .sorted(Comparator.comparingLong(table::sequence))
                .toList();
        for (int job : jobs) {
            List<Share> shares = state.machineState().sharesOf(job);
            records.add(table.restored(job, planned(state, job), shares, nowNanos));
        }
        addLacking(state, records, nowNanos);
        return records;
    }

    private static void addLacking(EngineState state, List<QueueRecord> records, long nowNanos) {
        LackingParts lacking = state.lacking();
        for (long job : lacking.jobs()) {
            records.add(new QueueRecord.PartsWanted(job, lacking.wanted(job), nowNanos));
        }
        for (long job : lacking.avoiding()) {
            lacking.avoided(job)
                    .forEach((node, how) -> records.add(
                            new QueueRecord.NodeAvoided(job, node, how.failures(), how.untilNanos(), nowNanos)));
        }
    }

    private static Optional<Span> planned(EngineState state, int job) {
        if (state.table().plannedNanos(job) == JobTable.NEVER) {
            return Optional.empty();
        }
        return state.machine().occupancy().holding(job).map(Snapshots::span);
    }

    private static Span span(Holding holding) {
        return new Span(holding.start(), holding.end());
    }
}

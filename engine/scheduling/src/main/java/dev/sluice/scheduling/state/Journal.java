package dev.sluice.scheduling.state;

import dev.sluice.graph.Placement;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Changes the state and keeps the records of the changes until they are persisted.
///
/// Placements become paths in the records. An engine whose records are not kept does without them.
///
/// A pass may drop a reservation and make the same one again. Neither is recorded then: nothing has changed.
public final class Journal {
    private final EngineState state;
    private final boolean isKept;
    private final List<QueueRecord> records = new ArrayList<>();

    /// The reservations that were dropped since the last [#clear], by job.
    private final Map<Integer, Dropped> dropped = new HashMap<>();

    /// Numbers of records that [#settle] takes out.
    private final BitSet withdrawn = new BitSet();

    private boolean isChanged;

    /// @param record the number of the record
    /// @param machine the version of the graph, since changes of the machine may give numbers to other vertices
    private record Dropped(int record, Holding reservation, long machine) {}

    /// @param isKept whether records are made at all
    public Journal(EngineState state, boolean isKept) {
        this.state = state;
        this.isKept = isKept;
    }

    public EngineState state() {
        return state;
    }

    public void write(QueueRecord record) {
        if (isKept && record instanceof QueueRecord.PlanDropped it) {
            noteDropped(state.table().indexOf(it.job()));
        }
        state.apply(record);
        isChanged = true;
        keep(record);
    }

    private void noteDropped(int job) {
        Optional<Holding> reservation = state.machine().occupancy().holding(job);
        if (reservation.isPresent()) {
            long machine = state.machine().graph().version();
            dropped.put(job, new Dropped(records.size(), reservation.get(), machine));
        }
    }

    /// Reserves a place for a job.
    public void plan(int job, Placed placed, long nowNanos) {
        Span span = new Span(placed.start(), placed.end());
        Dropped before = dropped.isEmpty() ? null : dropped.remove(job);
        if (before != null && isMadeAgain(before, placed)) {
            withdrawn.set(before.record());
        } else if (isKept) {
            keep(new QueueRecord.Planned(state.table().id(job), span, shares(placed.placement()), nowNanos));
        }
        isChanged = true;
        state.plan(job, placed.placement(), span);
    }

    private boolean isMadeAgain(Dropped before, Placed placed) {
        Holding reservation = before.reservation();
        return before.machine() == state.machine().graph().version()
                && reservation.start() == placed.start()
                && reservation.end() == placed.end()
                && reservation.placement().equals(placed.placement());
    }

    /// Allocates a place to a job.
    public void start(int job, Placed placed, boolean isBackfilled, long nowNanos) {
        if (isKept) {
            long id = state.table().id(job);
            keep(new QueueRecord.Started(id, placed.end(), shares(placed.placement()), isBackfilled, nowNanos));
        }
        isChanged = true;
        state.start(job, placed.placement(), placed.end(), isBackfilled, nowNanos);
    }

    /// Gives a running job more resources.
    public void extend(int job, int parts, Placement placement, long nowNanos) {
        write(new QueueRecord.Extended(state.table().id(job), parts, shares(placement), nowNanos));
    }

    /// Enters a window.
    public void enter(Holder.Window window, Placement placement, Span span, long nowNanos) {
        write(new QueueRecord.WindowEntered(window.id(), window.name(), shares(placement), span, nowNanos));
    }

    private List<Share> shares(Placement placement) {
        return state.machineState().shares(placement);
    }

    /// Returns whether the state has changed since the last [#clear].
    public boolean isChanged() {
        return isChanged;
    }

    private void keep(QueueRecord record) {
        if (isKept) {
            records.add(record);
        }
    }

    /// Takes out the records of reservations that were dropped and made again as they were.
    public void settle() {
        if (!withdrawn.isEmpty()) {
            int kept = 0;
            for (int i = 0; i < records.size(); i++) {
                if (!withdrawn.get(i)) {
                    records.set(kept++, records.get(i));
                }
            }
            records.subList(kept, records.size()).clear();
            withdrawn.clear();
        }
        dropped.clear();
    }

    /// Returns the records written since the last [#clear]; complete after [#settle].
    public List<QueueRecord> records() {
        return records;
    }

    public void clear() {
        isChanged = false;
        records.clear();
    }
}

package dev.sluice.scheduling.state;

import dev.sluice.graph.Placement;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.List;

/// Changes the state and keeps the records of the changes until they are persisted.
///
/// Placements become paths in the records. An engine whose records are not kept does without them.
public final class Journal {
    private final EngineState state;
    private final boolean isKept;
    private final List<QueueRecord> records = new ArrayList<>();
    private boolean isChanged;

    /// @param isKept whether records are made at all
    public Journal(EngineState state, boolean isKept) {
        this.state = state;
        this.isKept = isKept;
    }

    public EngineState state() {
        return state;
    }

    public void write(QueueRecord record) {
        state.apply(record);
        isChanged = true;
        keep(record);
    }

    /// Reserves a place for a job.
    public void plan(int job, Placed placed, long nowNanos) {
        Span span = new Span(placed.start(), placed.end());
        if (isKept) {
            keep(new QueueRecord.Planned(state.table().id(job), span, shares(placed.placement()), nowNanos));
        }
        isChanged = true;
        state.plan(job, placed.placement(), span);
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

    /// Returns the records written since the last [#clear].
    public List<QueueRecord> records() {
        return records;
    }

    public void clear() {
        isChanged = false;
        records.clear();
    }
}

package dev.sluice.scheduling.state;

import dev.sluice.graph.model.Snapshot;
import dev.sluice.queue.Holder;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitUsage;
import dev.sluice.scheduling.machine.ClosedNodes;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.ready.Readiness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// An immutable copy of the engine's state, which any number of threads may read. Making one costs some hundred bytes
/// per job, plus the occupied parts of the machine.
public final class EngineSnapshot {
    private final long timeNanos;
    private final JobTable table;
    private final Readiness readiness;
    private final LimitUsage limits;
    private final Snapshot machine;
    private final Map<Long, Holder> others;
    private final ClosedNodes closed;
    private final boolean hasOverdue;
    private final int[] line;
    private final int[] shapeOf;
    private final List<RequestShape> shapes = new ArrayList<>();

    private EngineSnapshot(EngineState state, long timeNanos) {
        this.timeNanos = timeNanos;
        table = state.table().copy();
        readiness = state.readiness().frozen(table);
        limits = state.limits().copy();
        machine = state.machine().snapshot();
        others = Map.copyOf(state.machineState().others().byNumber());
        closed = state.machineState().closed().copy();
        hasOverdue = state.hasOverdue(timeNanos) || state.firstDue(timeNanos) != JobTable.NO_JOB;
        line = new int[state.waiting().size()];
        int job = state.waiting().first();
        for (int i = 0; i < line.length; i++) {
            line[i] = job;
            job = state.waiting().next(job);
        }
        shapeOf = new int[table.size()];
        Arrays.setAll(shapeOf, state::shapeNumber);
        for (int shape = 0; shape < state.shapes().size(); shape++) {
            shapes.add(state.shapes().shape(shape));
        }
    }

    public static EngineSnapshot of(EngineState state, long timeNanos) {
        return new EngineSnapshot(state, timeNanos);
    }

    public long timeNanos() {
        return timeNanos;
    }

    /// Read only.
    public JobTable table() {
        return table;
    }

    /// Read only.
    public Readiness readiness() {
        return readiness;
    }

    /// Read only.
    public LimitUsage limits() {
        return limits;
    }

    public Snapshot machine() {
        return machine;
    }

    /// Read only.
    public ClosedNodes closed() {
        return closed;
    }

    /// Returns windows and other schedulers' work, by their numbers in the graph.
    public Map<Long, Holder> others() {
        return others;
    }

    /// Returns whether jobs hold resources past their expected end.
    public boolean hasOverdue() {
        return hasOverdue;
    }

    /// Returns the number of eligible jobs.
    public int lineLength() {
        return line.length;
    }

    /// Returns the eligible job at this position, counted from 0.
    public int inLine(int place) {
        return line[place];
    }

    public int shapeNumber(int job) {
        return shapeOf[job];
    }

    /// Returns the job's shape. Its request is compiled for the engine's machine; a fork must compile the jobspec
    /// again.
    public RequestShape shape(int job) {
        return shapes.get(shapeOf[job]);
    }
}

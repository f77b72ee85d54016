package dev.sluice.simulator.result;

import java.util.HashMap;
import java.util.Map;

/// Runs that ended because the job lost its resources, after which it waited again. In the order of the losses.
public final class LostRuns {
    private static final double NANOS_PER_SECOND = 1e9;

    private final IntColumn rows = new IntColumn(0);
    private final LongColumn starts = new LongColumn(0);
    private final LongColumn ends = new LongColumn(0);

    /// Few jobs are in here, so that the others need no column for it.
    private final Map<Integer, Long> firstStarts = new HashMap<>();

    private double resourceSeconds;

    void add(int row, long startNanos, long lostNanos, int resources) {
        rows.add(row);
        starts.add(startNanos);
        ends.add(lostNanos);
        firstStarts.putIfAbsent(row, startNanos);
        resourceSeconds += resources * ((lostNanos - startNanos) / NANOS_PER_SECOND);
    }

    public int count() {
        return rows.size();
    }

    /// Returns the job of the lost run.
    public int row(int index) {
        return rows.get(index);
    }

    public long startNanos(int index) {
        return starts.get(index);
    }

    public long lostNanos(int index) {
        return ends.get(index);
    }

    /// Returns the resource-time of the lost runs.
    public double resourceSeconds() {
        return resourceSeconds;
    }

    long firstStartNanos(int row, long otherwise) {
        return firstStarts.getOrDefault(row, otherwise);
    }
}

package dev.sluice.simulator.result;

/// The machine's state over time: one entry per change, the first at the run's beginning.
public final class MachineSeries {
    private final int machineSize;
    private final long[] times;
    private final int[] busy;
    private final int[] down;
    private final int[] waiting;

    MachineSeries(int machineSize, LongColumn times, IntColumn busy, IntColumn down, IntColumn waiting) {
        this.machineSize = machineSize;
        this.times = times.toArray();
        this.busy = busy.toArray();
        this.down = down.toArray();
        this.waiting = waiting.toArray();
    }

    public int size() {
        return times.length;
    }

    public long timeNanos(int index) {
        return times[index];
    }

    /// Resources that jobs hold.
    public int busy(int index) {
        return busy[index];
    }

    /// Unavailable resources.
    public int down(int index) {
        return down[index];
    }

    public int idle(int index) {
        return Math.max(0, machineSize - busy[index] - down[index]);
    }

    /// Jobs in the queue.
    public int waiting(int index) {
        return waiting[index];
    }
}

package dev.sluice.scheduling.state;

import java.util.Arrays;

/// Collects the changes since the last pass that matter to a policy, so that a pass costs as much as has changed.
public final class Changes {
    private boolean freed;
    private boolean worsened;

    /// Jobs that became eligible; includes those that are not any more.
    private int[] arrived = new int[16];

    private int arrivedCount;

    /// How many jobs have ever become eligible.
    private long arrivals;

    /// The next expected end of a running job: resources become free then even without an event.
    private long nextEnd = Long.MAX_VALUE;

    /// Returns whether resources became free.
    public boolean isFreed(long nowNanos) {
        return freed || nextEnd <= nowNanos;
    }

    /// Returns whether a reservation may no longer hold.
    public boolean isWorsened() {
        return worsened;
    }

    public int arrivedCount() {
        return arrivedCount;
    }

    public int arrived(int i) {
        return arrived[i];
    }

    /// Returns a number that grows whenever a job becomes eligible.
    public long arrivals() {
        return arrivals;
    }

    /// Clears the changes after a pass.
    ///
    /// @param nextEndNanos the first expected end of a running job after the pass
    /// @param isUnfinished whether the next pass has to look at all jobs
    public void settle(long nextEndNanos, boolean isUnfinished) {
        freed = isUnfinished;
        worsened = false;
        arrivedCount = 0;
        nextEnd = nextEndNanos;
    }

    void add(int job) {
        if (arrivedCount == arrived.length) {
            arrived = Arrays.copyOf(arrived, 2 * arrivedCount);
        }
        arrived[arrivedCount++] = job;
        arrivals++;
    }

    void left(int job) {
        if (arrivedCount > 0 && arrived[arrivedCount - 1] == job) {
            arrivedCount--;
        }
    }

    /// Notes that work may fit that did not.
    public void freed() {
        freed = true;
    }

    /// Notes that a reservation may no longer hold.
    public void worsened() {
        worsened = true;
    }

    void both() {
        freed = true;
        worsened = true;
    }

    void endMoved(boolean later) {
        freed = true;
        worsened |= later;
    }

    void endsAt(long endNanos) {
        nextEnd = Math.min(nextEnd, endNanos);
    }
}

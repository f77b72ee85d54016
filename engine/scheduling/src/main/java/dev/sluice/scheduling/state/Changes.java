package dev.sluice.scheduling.state;

import java.util.Arrays;

/// What has happened since the last pass, as far as it matters for who may go: so that a pass costs what has
/// changed, not what waits.
public final class Changes {
    private boolean freed;
    private boolean worsened;

    /// Jobs that have come into line; those that have left again since are still among them.
    private int[] arrived = new int[16];

    private int arrivedCount;

    /// The next moment at which somebody should be over, so that more becomes free without anything happening.
    private long nextEnd = Long.MAX_VALUE;

    /// Something is free that was not.
    public boolean isFreed(long nowNanos) {
        return freed || nextEnd <= nowNanos;
    }

    /// Something that was promised may not come to be.
    public boolean isWorsened() {
        return worsened;
    }

    public int arrivedCount() {
        return arrivedCount;
    }

    public int arrived(int i) {
        return arrived[i];
    }

    /// Forgets everything: a pass has seen it.
    ///
    /// @param nextEndNanos the first moment after the pass at which somebody should be over
    public void settle(long nextEndNanos) {
        freed = false;
        worsened = false;
        arrivedCount = 0;
        nextEnd = nextEndNanos;
    }

    void add(int job) {
        if (arrivedCount == arrived.length) {
            arrived = Arrays.copyOf(arrived, 2 * arrivedCount);
        }
        arrived[arrivedCount++] = job;
    }

    void left(int job) {
        if (arrivedCount > 0 && arrived[arrivedCount - 1] == job) {
            arrivedCount--;
        }
    }

    void freed() {
        freed = true;
    }

    void worsened() {
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

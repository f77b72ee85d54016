package dev.sluice.runtime.time;

import dev.sluice.runtime.fault.Invariants;

/// A clock that stands still until it is advanced. Owned by the one thread that turns the crank.
public final class VirtualClock implements Clock {
    private long nowNanos;

    public VirtualClock(long startNanos) {
        this.nowNanos = startNanos;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    public void advanceTo(long nanos) {
        Invariants.check(nanos >= nowNanos, "time runs backwards: from (%d) to (%d)", nowNanos, nanos);
        nowNanos = nanos;
    }

    public void advanceBy(long nanos) {
        advanceTo(Math.addExact(nowNanos, nanos));
    }
}

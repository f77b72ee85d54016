package dev.sluice.runtime.time;

import java.time.Instant;
import java.util.function.LongSupplier;

/// The machine's wall clock, made safe to plan with: it never runs backwards and never stands still.
///
/// Wall clocks get corrected. A correction forwards is followed at once, since a reservation for two o'clock is
/// due when the wall says two. After a correction backwards this clock runs at half speed until the wall has
/// caught up, so that durations stay positive and timers keep firing.
///
/// Kept as an offset between the wall and the steady clock of the machine: per reading the offset may rise at will, and
/// fall by at most half of the steady time that has passed. Any thread may read it.
public final class SystemClock implements Clock {
    private final LongSupplier wallNanos;
    private final LongSupplier steadyNanos;

    private long lastSteadyNanos;
    private long offsetNanos;

    public SystemClock() {
        this(SystemClock::machineWallNanos, System::nanoTime);
    }

    SystemClock(LongSupplier wallNanos, LongSupplier steadyNanos) {
        this.wallNanos = wallNanos;
        this.steadyNanos = steadyNanos;
        this.lastSteadyNanos = steadyNanos.getAsLong();
        this.offsetNanos = wallNanos.getAsLong() - lastSteadyNanos;
    }

    @Override
    public synchronized long nowNanos() {
        long steady = steadyNanos.getAsLong();
        long elapsed = steady - lastSteadyNanos;
        offsetNanos = Math.max(wallNanos.getAsLong() - steady, offsetNanos - elapsed / 2);
        lastSteadyNanos = steady;
        return steady + offsetNanos;
    }

    private static long machineWallNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    }
}

package dev.sluice.runtime.id;

import dev.sluice.runtime.fault.Invariants;
import dev.sluice.runtime.time.Clock;

/// Positive 64-bit identifiers that sort by the time of their making, in the layout of Flux's FLUID (RFC 19):
///
/// ```
///   40 bits milliseconds since EPOCH_MILLIS | 14 bits generator | 10 bits sequence
/// ```
///
/// Each is greater than the one before, also when more than 1024 are drawn in a millisecond (they run ahead of
/// the clock for a moment) and after a restart with a clock that lags (the new source is told the last id
/// issued).
public final class TimeOrderedIds {

    /// 2024-01-01T00:00:00Z. The 39 bits of milliseconds that keep ids positive then last into the year 2041.
    public static final long EPOCH_MILLIS = 1_704_067_200_000L;

    /// Given as the last id issued by a source that has issued none.
    public static final long NONE_ISSUED = 0;

    public static final int GENERATORS_MAX = 1 << 14;

    private static final int SEQUENCE_BITS = 10;
    private static final int GENERATOR_BITS = 14;
    private static final int POSITIVE_MILLIS_BITS = 39;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Clock clock;
    private final int generator;

    /// The last id without its generator: milliseconds and sequence, side by side.
    private long lastTick;

    public TimeOrderedIds(Clock clock, int generator, long lastIssued) {
        Invariants.check(
                generator >= 0 && generator < GENERATORS_MAX, "generator (%d) outside 0..16383", (long) generator);
        this.clock = clock;
        this.generator = generator;
        this.lastTick = tickOf(lastIssued);
    }

    public long next() {
        long millis = Math.max(0, Math.floorDiv(clock.nowNanos(), NANOS_PER_MILLI) - EPOCH_MILLIS);
        lastTick = Math.max(lastTick + 1, millis << SEQUENCE_BITS);
        long lastMillis = lastTick >>> SEQUENCE_BITS;
        Invariants.check(lastMillis < 1L << POSITIVE_MILLIS_BITS, "time (%d) ms is past the end of ids", lastMillis);
        long sequence = lastTick & ((1 << SEQUENCE_BITS) - 1);
        return lastMillis << (GENERATOR_BITS + SEQUENCE_BITS) | (long) generator << SEQUENCE_BITS | sequence;
    }

    private static long tickOf(long id) {
        long millis = id >>> (GENERATOR_BITS + SEQUENCE_BITS);
        return millis << SEQUENCE_BITS | (id & ((1 << SEQUENCE_BITS) - 1));
    }
}

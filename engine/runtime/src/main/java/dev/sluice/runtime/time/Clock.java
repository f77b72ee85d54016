package dev.sluice.runtime.time;

import java.time.Instant;

/// The source of the present time, passed to constructors.
public interface Clock {

    long NANOS_PER_SECOND = 1_000_000_000L;

    /// Nanoseconds since the Unix epoch. Never less than an earlier answer of the same clock.
    long nowNanos();

    default Instant now() {
        return Instant.ofEpochSecond(0, nowNanos());
    }
}

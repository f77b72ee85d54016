package dev.sluice.scheduling.limit;

import java.util.OptionalLong;

/// The wall time rules of a queue.
///
/// @param maxNanos the longest wall time allowed; empty if there is no cap
/// @param defaultNanos the wall time of jobs that request none; empty if there is no default
public record QueueWallTimes(OptionalLong maxNanos, OptionalLong defaultNanos) {
    public static final QueueWallTimes ANY = new QueueWallTimes(OptionalLong.empty(), OptionalLong.empty());

    public QueueWallTimes {
        requirePositive("maximum", maxNanos);
        requirePositive("default", defaultNanos);
        if (maxNanos.isPresent() && defaultNanos.isPresent() && defaultNanos.getAsLong() > maxNanos.getAsLong()) {
            throw new IllegalArgumentException("default wall time (" + defaultNanos.getAsLong()
                    + " ns) is above the maximum (" + maxNanos.getAsLong() + " ns)");
        }
    }

    /// Returns whether a job of the queue may request this wall time.
    public boolean allows(long wallNanos) {
        return maxNanos.isEmpty() || wallNanos <= maxNanos.getAsLong();
    }

    private static void requirePositive(String what, OptionalLong nanos) {
        if (nanos.isPresent() && nanos.getAsLong() < 1) {
            throw new IllegalArgumentException(what + " wall time (" + nanos.getAsLong() + " ns) must be positive");
        }
    }
}

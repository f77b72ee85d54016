package dev.sluice.kube.validation.print;

import dev.sluice.runtime.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/// Formats ages as kubectl does: `5m3s`, `2d4h`.
public final class HumanDuration {
    private static final String UNKNOWN = "<unknown>";
    private static final String INVALID = "<invalid>";

    private final Clock clock;

    public HumanDuration(Clock clock) {
        this.clock = clock;
    }

    /// The time since a moment.
    ///
    /// @param timestamp as objects have it; empty if they have none
    public String since(String timestamp) {
        return timestamp.isEmpty() ? UNKNOWN : between(timestamp, clock.now());
    }

    /// From one moment to another.
    public static String between(String from, String to) {
        return between(from, moment(to));
    }

    private static String between(String from, Instant to) {
        try {
            return text(Duration.between(moment(from), to));
        } catch (DateTimeParseException e) {
            return INVALID;
        }
    }

    private static Instant moment(String timestamp) {
        return OffsetDateTime.parse(timestamp).toInstant();
    }

    public static String text(Duration duration) {
        // Clocks of two machines may differ a little. Like Go, we round towards zero.
        long seconds = duration.toMillis() / 1000;
        if (seconds < -1) {
            return INVALID;
        }
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        }
        long minutes = seconds / 60;
        if (minutes < 10) {
            return two(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 8) {
            return two(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        return days(hours);
    }

    private static String days(long hours) {
        long days = hours / 24;
        if (days < 8) {
            return two(days, "d", hours % 24, "h");
        }
        if (days < 2 * 365) {
            return days + "d";
        }
        return days < 8 * 365 ? two(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}

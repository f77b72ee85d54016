package dev.sluice.kube.object;

import dev.sluice.kube.KubeTime;
import dev.sluice.kube.json.Json;
import dev.sluice.runtime.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;

/// Converts between nanoseconds and timestamps.
public final class Times {
    private static final DateTimeFormatter MICROSECONDS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

    private static final Instant FIRST = Instant.ofEpochSecond(0, Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochSecond(0, Long.MAX_VALUE);

    private Times() {}

    /// Formats to the second (`metav1.Time`).
    public static Json of(long nanos) {
        return Json.of(text(nanos));
    }

    public static String text(long nanos) {
        return KubeTime.text(Math.floorDiv(nanos, Clock.NANOS_PER_SECOND));
    }

    /// Formats to the microsecond (`metav1.MicroTime`), as leases do.
    public static Json micro(long nanos) {
        return Json.of(MICROSECONDS.format(Instant.ofEpochSecond(0, nanos)));
    }

    /// Parses a timestamp; returns the default if the text is not one. Times before 1677 and after 2262 become
    /// the first and the last that a number of nanoseconds can tell: users may write any.
    public static long parse(String text, long otherwise) {
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            Instant instant = Instant.parse(text);
            if (instant.isBefore(FIRST)) {
                return Long.MIN_VALUE;
            }
            return instant.isAfter(LAST)
                    ? Long.MAX_VALUE
                    : instant.getEpochSecond() * Clock.NANOS_PER_SECOND + instant.getNano();
        } catch (DateTimeParseException e) {
            return otherwise;
        }
    }
}

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

    /// Parses a timestamp; returns the default if the text is not one.
    public static long parse(String text, long otherwise) {
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            Instant instant = Instant.parse(text);
            return instant.getEpochSecond() * Clock.NANOS_PER_SECOND + instant.getNano();
        } catch (DateTimeParseException e) {
            return otherwise;
        }
    }
}

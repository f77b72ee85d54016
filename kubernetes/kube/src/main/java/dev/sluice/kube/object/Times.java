package dev.sluice.kube.object;

import dev.sluice.kube.KubeTime;
import dev.sluice.kube.json.Json;
import dev.sluice.runtime.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;

/// Moments in nanoseconds, to and from as objects tell them.
public final class Times {
    private static final DateTimeFormatter MICROSECONDS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

    private Times() {}

    /// To the second, as almost all fields have it.
    public static Json of(long nanos) {
        return Json.of(text(nanos));
    }

    public static String text(long nanos) {
        return KubeTime.text(Math.floorDiv(nanos, Clock.NANOS_PER_SECOND));
    }

    /// To the microsecond, as leases have it.
    public static Json micro(long nanos) {
        return Json.of(MICROSECONDS.format(Instant.ofEpochSecond(0, nanos)));
    }

    /// The moment that a text tells, or the other one if it is none.
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

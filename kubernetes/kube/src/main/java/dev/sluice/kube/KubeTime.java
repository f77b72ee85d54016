package dev.sluice.kube;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/// Timestamps as objects write them (RFC 3339).
public final class KubeTime {
    private static final int YEAR_DIGITS = 4;

    /// The last timestamp written: many objects are created within a second, and share its text.
    private static volatile Formatted last = new Formatted(0, format(0));

    private record Formatted(long epochSeconds, String text) {}

    private KubeTime() {}

    /// Formats to the second, in UTC: `2026-01-31T07:00:00Z`. Written by hand, since every created object gets a
    /// timestamp, and a general formatter takes longer than the rest of its metadata.
    public static String text(long epochSeconds) {
        Formatted known = last;
        if (known.epochSeconds == epochSeconds) {
            return known.text;
        }
        String text = format(epochSeconds);
        last = new Formatted(epochSeconds, text);
        return text;
    }

    private static String format(long epochSeconds) {
        LocalDateTime moment = LocalDateTime.ofEpochSecond(epochSeconds, 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(20);
        digits(text, moment.getYear(), YEAR_DIGITS).append('-');
        digits(text, moment.getMonthValue(), 2).append('-');
        digits(text, moment.getDayOfMonth(), 2).append('T');
        digits(text, moment.getHour(), 2).append(':');
        digits(text, moment.getMinute(), 2).append(':');
        return digits(text, moment.getSecond(), 2).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int number, int count) {
        for (int unit = count == YEAR_DIGITS ? 1_000 : 10; unit > 0; unit /= 10) {
            text.append((char) ('0' + number / unit % 10));
        }
        return text;
    }
}

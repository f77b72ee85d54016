package dev.sluice.kube;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/// Moments as objects tell them.
public final class KubeTime {
    private static final int YEAR_DIGITS = 4;

    /// The last one that was asked for: many objects are made within a second, and share it.
    private static volatile Told last = new Told(0, told(0));

    private record Told(long epochSeconds, String text) {}

    private KubeTime() {}

    /// To the second, in UTC: `2026-01-31T07:00:00Z`. By hand, since every object that is made gets one, and a general
    /// formatter takes longer than all the rest of its metadata.
    public static String text(long epochSeconds) {
        Told known = last;
        if (known.epochSeconds == epochSeconds) {
            return known.text;
        }
        String text = told(epochSeconds);
        last = new Told(epochSeconds, text);
        return text;
    }

    private static String told(long epochSeconds) {
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

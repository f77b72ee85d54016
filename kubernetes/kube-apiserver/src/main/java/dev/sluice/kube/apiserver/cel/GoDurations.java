package dev.sluice.kube.apiserver.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations in Go's format, such as `1h30m`.
final class GoDurations {
    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");

    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDurations() {}

    static Duration parse(String text) {
        boolean isNegative = text.startsWith("-");
        String parts = isNegative || text.startsWith("+") ? text.substring(1) : text;
        if (parts.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = PART.matcher(parts);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            nanos = nanos.add(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit(matcher.group(2)))));
            end = matcher.end();
        }
        if (end == 0 || end < parts.length()) {
            throw new IllegalArgumentException("time: invalid duration \"" + text + "\"");
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return isNegative ? duration.negated() : duration;
    }

    private static long unit(String word) {
        return NANOS.getOrDefault(word, 1L);
    }
}

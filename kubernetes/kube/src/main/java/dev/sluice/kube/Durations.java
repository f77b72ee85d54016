package dev.sluice.kube;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and formats durations: `90`, `1.5s`, `1h30m`, `500ms`, as in Go and Flux.
public final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|µs|μs|ms|s|m|h|d)");
    private static final Pattern SECONDS = Pattern.compile("\\d+(?:\\.\\d+)?");

    /// About three centuries, the limit of nanoseconds in 64 bits.
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    public static final long FOREVER_NANOS = Long.MAX_VALUE;

    private static final String FOREVER = "forever";

    private Durations() {}

    /// Returns nanoseconds; empty if the text is not a duration.
    public static OptionalLong parse(String text) {
        String stripped = text.strip();
        if (SECONDS.matcher(stripped).matches()) {
            return nanos(new BigDecimal(stripped).scaleByPowerOfTen(9));
        }
        Matcher part = PART.matcher(stripped);
        BigDecimal sum = BigDecimal.ZERO;
        int at = 0;
        while (part.find() && part.start() == at) {
            sum = sum.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unitNanos(part.group(2)))));
            at = part.end();
        }
        return at == 0 || at != stripped.length() ? OptionalLong.empty() : nanos(sum);
    }

    /// Also reads `forever`, as [#FOREVER_NANOS].
    public static OptionalLong parseOrForever(String text) {
        return text.strip().equals(FOREVER) ? OptionalLong.of(FOREVER_NANOS) : parse(text);
    }

    /// Formats like Go, to the second: `40s`, `2m40s`.
    public static String text(long nanos) {
        long seconds = nanos / unitNanos("s");
        long minutes = seconds / 60;
        return minutes == 0 ? seconds + "s" : minutes + "m" + seconds % 60 + "s";
    }

    private static OptionalLong nanos(BigDecimal nanos) {
        return nanos.compareTo(LONGEST) > 0 ? OptionalLong.empty() : OptionalLong.of(nanos.longValue());
    }

    private static long unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us", "µs", "μs" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 86_400_000_000_000L;
        };
    }
}

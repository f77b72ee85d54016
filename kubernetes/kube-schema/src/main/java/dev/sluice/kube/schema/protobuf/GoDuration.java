package dev.sluice.kube.schema.protobuf;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations in Go's format: `1h30m0s`, `1.5s`, `20ms`.
final class GoDuration {
    private static final Pattern PART = Pattern.compile("([0-9]*\\.?[0-9]+|[0-9]+\\.)(h|ms|m|s|us|µs|μs|ns)");
    private static final long SECOND = 1_000_000_000L;

    private GoDuration() {}

    static String text(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        String sign = nanos < 0 ? "-" : "";
        long rest = Math.abs(nanos);
        if (rest < SECOND) {
            if (rest < 1_000) {
                return sign + rest + "ns";
            }
            return sign + (rest < 1_000_000 ? plain(rest, 3) + "µs" : plain(rest, 6) + "ms");
        }
        long hours = rest / (3600 * SECOND);
        long minutes = rest / (60 * SECOND) % 60;
        String seconds = plain(rest % (60 * SECOND), 9) + "s";
        if (hours > 0) {
            return sign + hours + "h" + minutes + "m" + seconds;
        }
        return sign + (minutes > 0 ? minutes + "m" : "") + seconds;
    }

    /// Validation has rejected malformed durations before, so these count as zero.
    static long parse(String text) {
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher parts = PART.matcher(text);
        while (parts.find()) {
            nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unit(parts.group(2)))));
        }
        return text.startsWith("-") ? -nanos.longValue() : nanos.longValue();
    }

    private static long unit(String name) {
        return switch (name) {
            case "h" -> 3600 * SECOND;
            case "m" -> 60 * SECOND;
            case "s" -> SECOND;
            case "ms" -> 1_000_000;
            case "ns" -> 1;
            default -> 1_000;
        };
    }

    private static String plain(long value, int digits) {
        BigDecimal exact = BigDecimal.valueOf(value, digits).stripTrailingZeros();
        return exact.toPlainString();
    }
}

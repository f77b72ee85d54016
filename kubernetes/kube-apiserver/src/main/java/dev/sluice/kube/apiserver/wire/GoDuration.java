package dev.sluice.kube.apiserver.wire;

import java.math.BigDecimal;

/// Durations as Go writes them: `1h30m0s`, `1.5s`, `20ms`.
final class GoDuration {
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

    private static String plain(long value, int digits) {
        BigDecimal exact = BigDecimal.valueOf(value, digits).stripTrailingZeros();
        return exact.toPlainString();
    }
}

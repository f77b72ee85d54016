package dev.sluice.benchmarks.fluxion;

import java.util.Arrays;

/// The durations of many operations.
final class Times {
    private long[] nanos = new long[1024];
    private int count;
    private long sum;

    void add(long time) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = time;
        sum += time;
    }

    int count() {
        return count;
    }

    double perSecond() {
        return count * 1e9 / sum;
    }

    /// In microseconds.
    double quantile(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(share * count))] / 1e3;
    }
}

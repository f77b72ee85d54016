package dev.sluice.benchmarks;

import java.util.Arrays;

/// The durations of many operations.
public final class Times {
    private long[] nanos = new long[1024];
    private int count;
    private long sum;

    public void add(long time) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = time;
        sum += time;
    }

    public void addTo(Times other) {
        for (int i = 0; i < count; i++) {
            other.add(nanos[i]);
        }
    }

    public int count() {
        return count;
    }

    public double perSecond() {
        return count * 1e9 / sum;
    }

    /// In microseconds.
    public double quantile(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(share * count))] / 1e3;
    }
}

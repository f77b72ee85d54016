package dev.sluice.simulator.metric;

import java.util.Arrays;

/// Summary statistics of a sample. All are NaN if it is empty.
public record Distribution(int count, double mean, double median, double p95, double max) {

    public static Distribution of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        Sum sum = new Sum();
        for (double value : sorted) {
            sum.add(value);
        }
        return new Distribution(
                sorted.length,
                sum.value() / sorted.length,
                quantile(sorted, 0.5),
                quantile(sorted, 0.95),
                quantile(sorted, 1));
    }

    /// Linear between the two nearest values, as R's type 7 and NumPy have it.
    static double quantile(double[] sorted, double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double position = share * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}

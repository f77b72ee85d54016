package dev.sluice.simulator.metric;

/// A mean over repetitions with its 95 % confidence interval.
///
/// @param halfWidth NaN for fewer than two values
public record Confidence(int count, double mean, double halfWidth) {
    private static final double LEVEL = 0.95;

    /// A larger one is as good as infinite: the quantile no longer changes in six digits.
    private static final int FREEDOM_MAX = 1_000_000;

    /// Student's: mean ± t(n − 1)·s/√n. Values that are not finite are left out.
    public static Confidence of(double... values) {
        Sum sum = new Sum();
        int count = 0;
        for (double value : values) {
            if (Double.isFinite(value)) {
                sum.add(value);
                count++;
            }
        }
        double mean = sum.value() / count;
        if (count < 2) {
            return new Confidence(count, mean, Double.NaN);
        }
        Sum squares = new Sum();
        for (double value : values) {
            if (Double.isFinite(value)) {
                squares.add((value - mean) * (value - mean));
            }
        }
        double deviation = Math.sqrt(squares.value() / (count - 1));
        return new Confidence(count, mean, studentQuantile(count - 1) * deviation / Math.sqrt(count));
    }

    /// The t for which a share of [#LEVEL] of Student's distribution lies within ±t.
    static double studentQuantile(int freedom) {
        int bounded = Math.min(freedom, FREEDOM_MAX);
        double low = 0;
        double high = 20; // one degree of freedom has 12.7, more have less
        while (high - low > 1e-12 * high) {
            double middle = (low + high) / 2;
            if (within(middle, bounded) < LEVEL) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /// How much of Student's distribution lies within ±t: for whole degrees of freedom a finite sum of powers
    /// of a cosine (Abramowitz and Stegun 26.7.3 and 26.7.4).
    private static double within(double t, int freedom) {
        double angle = Math.atan(t / Math.sqrt(freedom));
        double squaredCosine = Math.cos(angle) * Math.cos(angle);
        boolean odd = freedom % 2 == 1;
        double term = odd ? Math.cos(angle) : 1;
        double sum = 0;
        for (int power = odd ? 1 : 0; power <= freedom - 2; power += 2) {
            sum += term;
            term *= squaredCosine * (power + 1) / (power + 2);
        }
        return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    }
}

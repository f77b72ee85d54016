package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/// Comparisons of samples with distributions.
///
/// Seeds are fixed, so a test passes always or never; the bounds are those that a right sample keeps with a
/// probability of 99.99 % and more, so that a wrong one, at the sizes used, does not.
final class Statistics {
    /// Of the normal distribution 1 in 150,000 lies outside.
    private static final double STANDARD_ERRORS = 4.5;

    /// Kolmogorov's distribution exceeds it once in 10,000 times: 2 exp(-2 x^2) = 0.0001.
    private static final double KOLMOGOROV = 2.23;

    private Statistics() {}

    /// A share found among so many is what its probability says.
    static void assertShare(double share, double probability, int count) {
        double error = Math.sqrt(probability * (1 - probability) / count);
        assertThat(share).isBetween(probability - STANDARD_ERRORS * error, probability + STANDARD_ERRORS * error);
    }

    /// The mean of independent values is this; how far it may be off is taken from the values themselves.
    static void assertMean(double[] values, double expected) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
        double error = Math.sqrt(variance / values.length);
        assertThat(mean).isBetween(expected - STANDARD_ERRORS * error, expected + STANDARD_ERRORS * error);
    }

    /// Kolmogorov's and Smirnov's test for a continuous distribution.
    static void assertDistribution(double[] values, DoubleUnaryOperator cdf) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = cdf.applyAsDouble(sorted[i]);
            distance = Math.max(
                    distance, Math.max(expected - (double) i / sorted.length, (i + 1.0) / sorted.length - expected));
        }
        assertThat(distance).isLessThan(KOLMOGOROV / Math.sqrt(sorted.length));
    }
}

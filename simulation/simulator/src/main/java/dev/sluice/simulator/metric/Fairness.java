package dev.sluice.simulator.metric;

import java.util.Arrays;

/// Fairness indices.
///
/// @param jainIndexOfUsers Jain's index of the users' mean bounded slowdowns: 1 if all are equal, 1/n if one of
///   n users has all
/// @param giniOfWaits the Gini coefficient of all waits: 0 if all are equal, near 1 if few jobs do all the
///   waiting
public record Fairness(double jainIndexOfUsers, double giniOfWaits) {

    /// (Σx)² / (n·Σx²)
    static double jainIndex(double[] values) {
        Sum sum = new Sum();
        Sum squares = new Sum();
        for (double value : values) {
            sum.add(value);
            squares.add(value * value);
        }
        return squares.value() == 0
                ? emptyOr(values, 1)
                : sum.value() * sum.value() / (values.length * squares.value());
    }

    /// Σ(2i − n − 1)·xᵢ / (n·Σx), i from 1 in ascending order.
    static double gini(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        Sum sum = new Sum();
        Sum weighted = new Sum();
        for (int i = 0; i < sorted.length; i++) {
            sum.add(sorted[i]);
            weighted.add((2.0 * (i + 1) - sorted.length - 1) * sorted[i]);
        }
        return sum.value() == 0 ? emptyOr(values, 0) : weighted.value() / (sorted.length * sum.value());
    }

    /// All values are zero: even, unless there are no values.
    private static double emptyOr(double[] values, double even) {
        return values.length == 0 ? Double.NaN : even;
    }
}

package dev.sluice.simulator.metric;

/// Results are in seconds, as the field has them.
final class MetricSeconds {
    private static final double NANOS = 1e9;

    private MetricSeconds() {}

    static double of(long nanos) {
        return nanos / NANOS;
    }
}

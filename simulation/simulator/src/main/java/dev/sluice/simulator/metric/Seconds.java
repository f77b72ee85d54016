package dev.sluice.simulator.metric;

/// Results are in seconds, as the field has them.
final class Seconds {
    private static final double NANOS = 1e9;

    private Seconds() {}

    static double of(long nanos) {
        return nanos / NANOS;
    }
}

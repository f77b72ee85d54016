package dev.sluice.graph.occupancy;

/// Adds an amount to what a holding uses of a timeline, or takes it off.
interface SpanSink {
    void take(int timeline, long amount);
}

package dev.sluice.scheduling.order;

/// The order in which jobs without a reservation are backfilled.
public enum ScanOrder {
    IN_LINE,
    SHORTEST_FIRST
}

package dev.sluice.scheduling.order;

/// In which order jobs are tried once those ahead have their reservations.
public enum ScanOrder {
    IN_LINE,
    SHORTEST_FIRST
}

package dev.sluice.graph.match;

/// The allocations and statuses that a match takes into account.
public enum View {
    /// Present allocations and reservations; a job that overruns its end still holds its resources.
    NOW,
    /// Allocations and reservations, if all jobs end in time.
    PLANNED,
    /// Present allocations only, without reservations and statuses. A bound for the other views.
    ALLOCATED,
    /// No allocations or reservations.
    EMPTY,
    /// No allocations or reservations, and all vertices up.
    EMPTY_AND_UP;

    boolean seesHoldings() {
        return this == NOW || this == PLANNED || this == ALLOCATED;
    }

    /// Whether vertices that are down are excluded.
    boolean seesStatus() {
        return this != ALLOCATED && this != EMPTY_AND_UP;
    }
}

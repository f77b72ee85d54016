package dev.sluice.graph.match;

/// How a match looks at the graph.
public enum View {
    /// As it is: a job that runs on beyond its end still has what it was given.
    NOW,
    /// As it is planned to be: whoever holds something gives it back in time.
    PLANNED,
    /// As it is, without a look at what is held for later or is down. A bound for the others, not an answer.
    ALLOCATED,
    /// As if nothing were taken.
    EMPTY,
    /// As if nothing were taken and nothing were down.
    EMPTY_AND_UP;

    boolean seesHoldings() {
        return this == NOW || this == PLANNED || this == ALLOCATED;
    }

    /// Whether what is down cannot be had.
    boolean seesStatus() {
        return this != ALLOCATED && this != EMPTY_AND_UP;
    }
}

package dev.sluice.graph.match;

/// How a match looks at the graph.
public enum View {
    /// As it is.
    ACTUAL,
    /// As if nothing were taken.
    EMPTY,
    /// As if nothing were taken and nothing were down.
    EMPTY_AND_UP
}

package dev.sluice.traces;

/// What happens to a line that cannot be read.
public enum Strictness {
    /// Reading fails.
    STRICT,
    /// The line is left out and counted.
    LENIENT
}

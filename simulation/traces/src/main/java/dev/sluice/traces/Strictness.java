package dev.sluice.traces;

/// What happens to a line that cannot be read.
public enum Strictness {
    /// It ends the reading.
    STRICT,
    /// It is left out and counted.
    LENIENT
}

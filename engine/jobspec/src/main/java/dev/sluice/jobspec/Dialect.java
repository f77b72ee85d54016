package dev.sluice.jobspec;

/// Whose reading of the specifications applies where they differ.
public enum Dialect {
    /// The RFCs of the Flux framework as they are written.
    RFC,
    /// flux-sched 0.54: counts are numbers or ranges but no texts, `attributes` may be null, an empty `or` matches
    /// nothing.
    FLUX_SCHED
}

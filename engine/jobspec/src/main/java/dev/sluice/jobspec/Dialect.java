package dev.sluice.jobspec;

/// How a jobspec is interpreted where flux-sched differs from the specifications.
public enum Dialect {
    /// The RFCs of the Flux framework as they are written.
    RFC,
    /// flux-sched 0.54: counts are numbers or ranges but not strings, `attributes` may be null, an empty `or`
    /// matches nothing.
    FLUX_SCHED
}

package dev.sluice.cli.generate;

/// Where a workload's estimates come from.
enum EstimateKind {
    /// As the source has them.
    keep,
    /// No job has one.
    none,
    /// The run time itself.
    exact,
    /// As users give them, by the model of Tsafrir, Etsion and Feitelson.
    tsafrir,
    /// The run time times something between 1 and a factor.
    factor
}

package dev.sluice.cli.generate;

/// The source of run time estimates.
enum EstimateKind {
    /// The estimates of the source.
    keep,
    /// No job has one.
    none,
    /// The run time itself.
    exact,
    /// As users give them, by the model of Tsafrir, Etsion and Feitelson.
    tsafrir,
    /// The run time times a uniform number between 1 and the factor.
    factor
}

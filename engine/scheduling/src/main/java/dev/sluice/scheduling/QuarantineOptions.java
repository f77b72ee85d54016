package dev.sluice.scheduling;

/// When a node that fails jobs takes no more of them. Each failed job adds one to the node's failure score, which
/// halves in every half-life.
///
/// @param score the failure score at which a node is quarantined
/// @param lastsNanos how long it stays so
public record QuarantineOptions(double score, long halfLifeNanos, long lastsNanos) {
    private static final long MINUTE = 60_000_000_000L;

    public static final QuarantineOptions NEVER = new QuarantineOptions(Double.POSITIVE_INFINITY, MINUTE, MINUTE);

    /// Three failures within some minutes; a node that loses one job a day is never quarantined.
    public static final QuarantineOptions DEFAULT = new QuarantineOptions(2.5, 10 * MINUTE, 30 * MINUTE);
}

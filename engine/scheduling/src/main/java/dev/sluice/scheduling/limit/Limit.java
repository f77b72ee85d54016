package dev.sluice.scheduling.limit;

/// The most that may run at a time.
///
/// @param scope for whom it counts: all of the queue together, each of its users, or each of its accounts
public record Limit(Scope scope, ResourceAmounts max) {
    public enum Scope {
        QUEUE,
        USER,
        ACCOUNT
    }
}

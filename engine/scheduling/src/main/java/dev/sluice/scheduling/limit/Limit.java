package dev.sluice.scheduling.limit;

/// A cap on what may run at the same time.
///
/// @param scope what the cap applies to: the whole queue, each of its users, or each of its accounts
public record Limit(Scope scope, ResourceAmounts max) {
    public enum Scope {
        QUEUE,
        USER,
        ACCOUNT
    }
}

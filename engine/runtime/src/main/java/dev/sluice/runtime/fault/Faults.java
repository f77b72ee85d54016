package dev.sluice.runtime.fault;

/// Decides what becomes of the process when a step throws what it should not.
///
/// Expected failures (a database away, a conflict, malformed input) are dealt with where they happen. What arrives here
/// is a programming error, after which the state in memory can no longer be trusted.
@FunctionalInterface
public interface Faults {

    /// Returns only if the caller shall stop its work in an orderly way; never to carry on as if nothing had happened.
    void raise(String where, Throwable fault);
}

package dev.sluice.runtime.fault;

/// Decides what happens to the process when a step throws unexpectedly.
///
/// Expected failures (an unavailable database, a conflict, malformed input) are handled where they occur. A fault is
/// a programming error, after which the state in memory can no longer be trusted.
@FunctionalInterface
public interface Faults {

    /// Returns only if the caller must stop in an orderly way, never to continue.
    void raise(String where, Throwable fault);
}

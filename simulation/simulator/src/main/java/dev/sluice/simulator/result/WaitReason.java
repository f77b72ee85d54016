package dev.sluice.simulator.result;

/// Why a job did not start in the instant in which it was submitted.
public enum WaitReason {
    /// It did start, or was rejected.
    NONE,
    /// Fewer resources were free than it asks for.
    RESOURCES,
    /// Enough were free, but jobs ahead of it go first or have them reserved.
    PRIORITY,
    /// Enough were free and it was first in line, but it would have run into a window.
    WINDOW,
    /// A limit of its queue, user or account was reached.
    LIMIT
}

package dev.sluice.simulator.result;

/// Why a job did not start in the instant of its submission.
public enum WaitReason {
    /// It did start, or was rejected.
    NONE,
    /// Fewer resources were free than requested.
    RESOURCES,
    /// Enough were free, but jobs ahead go first or have reserved them.
    PRIORITY,
    /// Enough were free and it was first in the queue, but it would have run into a window.
    WINDOW,
    /// A limit of its queue, user or account was reached.
    LIMIT
}

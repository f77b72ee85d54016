package dev.sluice.controller.sync;

/// What an informer of the sync follows.
public enum Source {
    NODES,
    /// Pods of other schedulers that are not terminal.
    FOREIGN_PODS,
    /// Pods of our own scheduler, also when terminal: how they ended matters.
    OWN_PODS
}

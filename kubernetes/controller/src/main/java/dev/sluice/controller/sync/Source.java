package dev.sluice.controller.sync;

import java.util.List;

/// What an informer of the sync follows.
public enum Source {
    NODES,
    /// Pods of other schedulers that are not terminal.
    FOREIGN_PODS,
    /// Pods of our own scheduler, also when terminal: how they ended matters.
    OWN_PODS,
    /// Namespaces whose objects are managed, if we schedule.
    NAMESPACES,
    /// Priority classes, if we schedule.
    PRIORITY_CLASSES,
    /// Jobs, if we schedule.
    JOBS;

    /// Those that the machine follows from.
    public static final List<Source> OF_MACHINE = List.of(NODES, FOREIGN_PODS, OWN_PODS);
}

package dev.sluice.controller.sync;

import java.util.List;

/// What an informer of the sync follows, in the order in which objects are reported at the start: each depends on
/// those before it.
public enum Source {
    NODES,
    /// Namespaces whose objects are managed, if we schedule.
    NAMESPACES,
    /// Priority classes, if we schedule.
    PRIORITY_CLASSES,
    /// LimitRanges, which give a Job's pods their default requests, if we schedule.
    LIMIT_RANGES,
    /// Jobs, if we schedule.
    JOBS,
    /// Pods of other schedulers that are not terminal.
    FOREIGN_PODS,
    /// Pods of our own scheduler, also when terminal: how they ended matters.
    OWN_PODS;

    /// Those that the machine follows from.
    public static final List<Source> OF_MACHINE = List.of(NODES, FOREIGN_PODS, OWN_PODS);
}

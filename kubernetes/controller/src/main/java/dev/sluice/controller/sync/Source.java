package dev.sluice.controller.sync;

import java.util.List;

/// What an informer of the sync follows, in the order in which objects are reported at the start: each depends on
/// those before it.
public enum Source {
    NODES("nodes"),
    /// Namespaces whose objects are managed, if we schedule.
    NAMESPACES("namespaces"),
    /// Priority classes, if we schedule.
    PRIORITY_CLASSES("priority classes"),
    /// LimitRanges, which give a Job's pods their default requests, if we schedule.
    LIMIT_RANGES("limit ranges"),
    /// Jobs, if we schedule.
    JOBS("jobs"),
    /// Pods of other schedulers that are not terminal.
    FOREIGN_PODS("pods of other schedulers"),
    /// Pods of our own scheduler, also when terminal: how they ended matters.
    OWN_PODS("own pods");

    /// Those that the machine follows from.
    public static final List<Source> OF_MACHINE = List.of(NODES, FOREIGN_PODS, OWN_PODS);

    private final String text;

    Source(String text) {
        this.text = text;
    }

    /// Returns what people call it.
    public String text() {
        return text;
    }
}

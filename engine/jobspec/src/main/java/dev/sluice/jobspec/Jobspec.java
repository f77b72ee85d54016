package dev.sluice.jobspec;

import java.util.List;

/// A job as it was submitted (RFC 14): resources, tasks and attributes.
public record Jobspec(int version, List<ResourceRequest> resources, List<Task> tasks, Attributes attributes) {
    /// The version of RFC 25.
    public static final int VERSION_1 = 1;

    /// The highest version that flux-sched accepts. Its test data use it for jobspecs beyond RFC 25.
    public static final int MAX_VERSION = 9999;

    public Jobspec {
        resources = List.copyOf(resources);
        tasks = List.copyOf(tasks);
        if (version < 1 || version > MAX_VERSION) {
            throw new IllegalArgumentException("version (" + version + ") is not in 1 to (" + MAX_VERSION + ")");
        }
        PodRules.require(resources, attributes.system().directives());
    }
}

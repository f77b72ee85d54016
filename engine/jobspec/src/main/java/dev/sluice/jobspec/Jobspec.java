package dev.sluice.jobspec;

import java.util.List;

/// A request to run one program (RFC 14): resources, the tasks on them, and everything else as attributes.
public record Jobspec(int version, List<ResourceRequest> resources, List<Task> tasks, Attributes attributes) {
    /// The version of RFC 25.
    public static final int VERSION_1 = 1;

    /// flux-sched's test data use it for what is not RFC 25, and it accepts no higher one.
    public static final int MAX_VERSION = 9999;

    public Jobspec {
        resources = List.copyOf(resources);
        tasks = List.copyOf(tasks);
        if (version < 1 || version > MAX_VERSION) {
            throw new IllegalArgumentException("version (" + version + ") is not in 1 to (" + MAX_VERSION + ")");
        }
    }
}

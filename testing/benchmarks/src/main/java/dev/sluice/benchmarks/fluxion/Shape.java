package dev.sluice.benchmarks.fluxion;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecReader;

/// A job's request.
public enum Shape {
    CORE("1 core", "{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}"),
    NODE("whole node", "{type: slot, count: 1, label: task, with: [{type: node, count: 1}]}"),
    NODES_64("64 nodes", "{type: slot, count: 64, label: task, with: [{type: node, count: 1}]}"),
    NODES_8_HALF(
            "8 half nodes",
            "{type: node, count: 8, with: [{type: slot, count: 1, label: task, with: [{type: core, count: 24}]}]}");

    final String title;
    private final String resources;

    Shape(String title, String resources) {
        this.title = title;
        this.resources = resources;
    }

    String yaml(long seconds) {
        return """
                version: 9999
                resources: [%s]
                attributes: {system: {duration: %d}}
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                """.formatted(resources, seconds);
    }

    public Jobspec jobspec(long seconds) {
        return JobspecReader.read(yaml(seconds), title, Dialect.FLUX_SCHED);
    }
}

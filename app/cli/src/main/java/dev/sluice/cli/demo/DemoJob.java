package dev.sluice.cli.demo;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecReader;

/// A job of the demo.
///
/// @param letter its name, also in the pictures
/// @param request the resources and attributes of its jobspec
record DemoJob(char letter, String request) {

    /// The rest of all jobspecs.
    private static final String FRAME = """
            version: 9999
            tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
            """;

    Jobspec jobspec() {
        return JobspecReader.read(FRAME + request, "job " + letter, Dialect.FLUX_SCHED);
    }
}

package dev.sluice.controller.view;

import dev.sluice.queue.JobState;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A job as its user sees it.
///
/// @param id as people read and type it
/// @param kind of its Kubernetes object: `Job`, `Pod`
/// @param pods how many pods it holds places for, or starts with
/// @param position its place in line, from 1; empty if it is not in line
/// @param startNanos when it started or is expected to start; empty if that cannot be told
/// @param estimate how sure that is: `started`, `now`, `reserved`, `planned`, `extrapolated`, or empty
/// @param reason why it does not run; empty if it does
/// @param nodes where it runs
public record QueuedJob(
        String id,
        String kind,
        String namespace,
        String name,
        String queue,
        String user,
        JobState state,
        int pods,
        OptionalInt position,
        long submittedNanos,
        OptionalLong startNanos,
        String estimate,
        String reason,
        List<String> nodes) {
    public QueuedJob {
        nodes = List.copyOf(nodes);
    }
}

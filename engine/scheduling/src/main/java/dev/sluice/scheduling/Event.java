package dev.sluice.scheduling;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.queue.Job;
import dev.sluice.queue.record.QueueRecord.Span;
import java.util.List;
import java.util.Map;

/// An input of the engine. Jobs are named by their id, parts of the machine by their path in the graph.
public sealed interface Event {

    record JobSubmitted(Job job) implements Event {}

    /// The job's wall time, queue, priority or conditions have changed; only while it waits.
    record JobChanged(Job job) implements Event {}

    record JobHeld(long job) implements Event {}

    record JobReleased(long job) implements Event {}

    /// The user cancels the job, waiting or running.
    record JobCancelled(long job) implements Event {}

    /// The job runs: the decision to start it has been carried out.
    record JobStarted(long job) implements Event {}

    record JobFinished(long job) implements Event {}

    record JobFailed(long job) implements Event {}

    /// The job lost its resources through no fault of its own, as when a node fails; it waits again.
    record JobLost(long job) implements Event {}

    /// The job still runs at its expected end.
    record JobOverran(long job) implements Event {}

    record NodeUp(String path) implements Event {}

    /// The vertex is down. The driver reports the end of each job on it separately.
    record NodeDown(String path) implements Event {}

    /// The vertex takes no new jobs; running ones may finish.
    record NodeDrained(String path) implements Event {}

    /// The machine has grown.
    ///
    /// @param part a graph that contains the new vertices, matched by path and rank; not changed afterwards
    record NodeAdded(ResourceGraph part) implements Event {}

    /// The vertex is removed for good. The driver reports the end of each job on it separately.
    record NodeRemoved(String path) implements Event {}

    /// The vertex's size has changed.
    record NodeResized(String path, long size) implements Event {}

    /// The node has other labels. Not recorded: after a restart the driver reports them again.
    ///
    /// @param labels all labels that it has now
    record NodeRelabelled(String path, Map<String, String> labels) implements Event {
        public NodeRelabelled {
            labels = Map.copyOf(labels);
        }
    }

    /// The node has other taints. Not recorded: after a restart the driver reports them again.
    ///
    /// @param taints all taints that it has now
    record NodeTainted(String path, List<Taint> taints) implements Event {
        public NodeTainted {
            taints = List.copyOf(taints);
        }
    }

    /// Another scheduler's work holds resources.
    ///
    /// @param holder a positive number for it, chosen by the driver
    /// @param what the resources held, as a request whose constraint names their place
    record ForeignAppeared(long holder, Jobspec what, long endNanos) implements Event {}

    record ForeignChanged(long holder, Jobspec what, long endNanos) implements Event {}

    record ForeignGone(long holder) implements Event {}

    /// No job may run on these resources in this time: an advance reservation, or maintenance.
    record WindowCreated(long holder, String name, Jobspec what, Span span) implements Event {}

    record WindowChanged(long holder, String name, Jobspec what, Span span) implements Event {}

    record WindowDeleted(long holder) implements Event {}

    /// The time has come for which the engine asked to be called.
    record TimerFired() implements Event {}
}

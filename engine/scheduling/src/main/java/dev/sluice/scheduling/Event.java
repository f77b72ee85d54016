package dev.sluice.scheduling;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Job;
import dev.sluice.queue.record.QueueRecord.Span;

/// What happens in the world. A job is named by its id, a part of the machine by its path in the graph.
public sealed interface Event {

    record JobSubmitted(Job job) implements Event {}

    /// Its wall time, place in line or conditions are others now; only while it waits.
    record JobChanged(Job job) implements Event {}

    record JobHeld(long job) implements Event {}

    record JobReleased(long job) implements Event {}

    /// Somebody does not want it any more, waiting or running.
    record JobCancelled(long job) implements Event {}

    /// The decision to start it has been carried out.
    record JobStarted(long job) implements Event {}

    record JobFinished(long job) implements Event {}

    record JobFailed(long job) implements Event {}

    /// Its place is gone through no fault of its own, as when a node dies: it is to run again.
    record JobLost(long job) implements Event {}

    /// It still runs at the moment at which it should have been over.
    record JobOverran(long job) implements Event {}

    record NodeUp(String path) implements Event {}

    /// What ran on it is over; whoever feeds the engine says so job by job.
    record NodeDown(String path) implements Event {}

    /// Takes no new work; what runs on it may go on.
    record NodeDrained(String path) implements Event {}

    /// The machine has grown.
    ///
    /// @param part the machine with what is new in it, known by path and rank; not changed by anybody afterwards
    record NodeAdded(ResourceGraph part) implements Event {}

    /// It is gone for good. What ran on it is over; whoever feeds the engine says so job by job.
    record NodeRemoved(String path) implements Event {}

    /// There is more or less of it.
    record NodeResized(String path, long size) implements Event {}

    /// Another scheduler's work holds something of the machine.
    ///
    /// @param holder the feeder's number for it, positive
    /// @param what what it holds, as a request that names its place by a constraint
    record ForeignAppeared(long holder, Jobspec what, long endNanos) implements Event {}

    record ForeignChanged(long holder, Jobspec what, long endNanos) implements Event {}

    record ForeignGone(long holder) implements Event {}

    /// Nobody may run there then: an advance reservation, or maintenance.
    record WindowCreated(long holder, String name, Jobspec what, Span span) implements Event {}

    record WindowChanged(long holder, String name, Jobspec what, Span span) implements Event {}

    record WindowDeleted(long holder) implements Event {}

    /// A moment that the engine asked to be woken at.
    record TimerFired() implements Event {}
}

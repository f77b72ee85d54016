package dev.sluice.queue.record;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;

/// A persisted fact. Times are in nanoseconds; jobs are named by their id.
public sealed interface QueueRecord {
    long timeNanos();

    /// A record about a known job.
    sealed interface OfJob extends QueueRecord {
        long job();
    }

    /// A record about the machine, a window or another scheduler's work.
    sealed interface OfMachine extends QueueRecord {}

    /// The job was submitted.
    ///
    /// @param estimateNanos the estimated run time: the wall time, or a prediction
    record Submitted(Job job, long estimateNanos, long timeNanos) implements QueueRecord {}

    /// The submitted job can never run.
    record Refused(long job, String why, long timeNanos) implements OfJob {}

    /// The job's wall time, queue, priority or conditions have changed.
    record Changed(Job job, long estimateNanos, long timeNanos) implements QueueRecord {}

    record Held(long job, long timeNanos) implements OfJob {}

    record Released(long job, long timeNanos) implements OfJob {}

    /// The job's begin time has come.
    record BeginReached(long job, long timeNanos) implements OfJob {}

    /// The job has a reservation, which may still move.
    record Planned(long job, long startNanos, long endNanos, Placement placement, long timeNanos) implements OfJob {}

    record PlanDropped(long job, long timeNanos) implements OfJob {}

    /// The job has its allocation and starts.
    ///
    /// @param endNanos the expected end
    /// @param backfilled whether it started ahead of an earlier job
    record Started(long job, long endNanos, Placement placement, boolean backfilled, long timeNanos) implements OfJob {}

    /// The job runs: the driver has confirmed its start.
    record Confirmed(long job, long timeNanos) implements OfJob {}

    /// The job's expected end has changed.
    record EndMoved(long job, long endNanos, long timeNanos) implements OfJob {}

    /// The job is past its expected end and its resources count as free, although its end has not been reported.
    record Vacated(long job, long timeNanos) implements OfJob {}

    /// The job lost its resources through no fault of its own; it waits again at its old position.
    record Requeued(long job, long timeNanos) implements OfJob {}

    /// The job has ended.
    ///
    /// @param how a final state
    record Ended(long job, JobState how, long timeNanos) implements OfJob {}

    /// A part of the machine takes no new jobs, or takes them again.
    ///
    /// @param path the vertex's path in the graph
    record VertexDown(String path, boolean isDown, long timeNanos) implements OfMachine {}

    /// The machine has grown.
    ///
    /// @param part a graph that contains the new vertices; not changed afterwards
    record Grown(ResourceGraph part, long timeNanos) implements OfMachine {}

    /// A vertex was removed, with everything below it.
    record Removed(String path, long timeNanos) implements OfMachine {}

    /// A vertex's size has changed.
    record Resized(String path, long size, long timeNanos) implements OfMachine {}

    /// Resources are held by something other than a job: another scheduler's work, an advance reservation,
    /// maintenance.
    ///
    /// @param holder a negative number, so that it differs from all jobs
    record Taken(long holder, String name, Placement placement, Span span, long timeNanos) implements OfMachine {}

    record GivenBack(long holder, long timeNanos) implements OfMachine {}

    /// A half-open interval of time.
    record Span(long startNanos, long endNanos) {
        public Span {
            if (startNanos < 0 || endNanos <= startNanos) {
                throw new IllegalArgumentException(
                        "start (" + startNanos + ") must not be negative, and end (" + endNanos + ") must be after it");
            }
        }
    }
}

package dev.sluice.queue.record;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;

/// A fact that is persisted. Times are in nanoseconds; a job is named by its id.
public sealed interface QueueRecord {
    long timeNanos();

    /// One about a job that is known already.
    sealed interface OfJob extends QueueRecord {
        long job();
    }

    /// One about the machine, or somebody on it who is no job.
    sealed interface OfMachine extends QueueRecord {}

    /// Somebody wants it to run.
    ///
    /// @param estimateNanos how long the engine takes it to run: its wall time, or a prediction
    record Submitted(Job job, long estimateNanos, long timeNanos) implements QueueRecord {}

    /// Can never run. It was submitted before.
    record Refused(long job, String why, long timeNanos) implements OfJob {}

    /// Its wall time, place in line or conditions are others now.
    record Changed(Job job, long estimateNanos, long timeNanos) implements QueueRecord {}

    record Held(long job, long timeNanos) implements OfJob {}

    record Released(long job, long timeNanos) implements OfJob {}

    /// The moment that the job waited for has come.
    record BeginReached(long job, long timeNanos) implements OfJob {}

    /// The job will start then and there, unless something better turns up.
    record Planned(long job, long startNanos, long endNanos, Placement placement, long timeNanos) implements OfJob {}

    record PlanDropped(long job, long timeNanos) implements OfJob {}

    /// It was given its place.
    ///
    /// @param endNanos when it should be over
    /// @param backfilled whether it went ahead of one that came before it
    record Started(long job, long endNanos, Placement placement, boolean backfilled, long timeNanos) implements OfJob {}

    /// It really runs: whoever carries decisions out says so.
    record Confirmed(long job, long timeNanos) implements OfJob {}

    /// It is expected to be over at another moment.
    record EndMoved(long job, long endNanos, long timeNanos) implements OfJob {}

    /// It should be over, and counts as gone although nobody has said that it is.
    record Vacated(long job, long timeNanos) implements OfJob {}

    /// It has lost its place through no fault of its own, and waits again where it was in line before.
    record Requeued(long job, long timeNanos) implements OfJob {}

    /// It is over.
    ///
    /// @param how a final state
    record Ended(long job, JobState how, long timeNanos) implements OfJob {}

    /// A part of the machine takes no new work, or does so again.
    ///
    /// @param path the vertex, as the graph names it
    record VertexDown(String path, boolean isDown, long timeNanos) implements OfMachine {}

    /// The machine has more than before.
    ///
    /// @param part the machine with what is new in it; not changed by anybody
    record Grown(ResourceGraph part, long timeNanos) implements OfMachine {}

    /// A part of the machine is there no more, nor what is in it.
    record Removed(String path, long timeNanos) implements OfMachine {}

    /// There is more or less of a part of the machine.
    record Resized(String path, long size, long timeNanos) implements OfMachine {}

    /// Somebody who is no job of ours takes a part of the machine: another scheduler's work, an advance
    /// reservation, maintenance.
    ///
    /// @param holder a negative number, so that it is no job's
    record Taken(long holder, String name, Placement placement, Span span, long timeNanos) implements OfMachine {}

    record GivenBack(long holder, long timeNanos) implements OfMachine {}

    /// From one moment up to, but not including, another.
    record Span(long startNanos, long endNanos) {
        public Span {
            if (startNanos < 0 || endNanos <= startNanos) {
                throw new IllegalArgumentException("from (" + startNanos + ") to (" + endNanos + ") is no time");
            }
        }
    }
}

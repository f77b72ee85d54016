package dev.sluice.scheduling.order;

import dev.sluice.queue.Job;
import dev.sluice.scheduling.machine.RequestShape;

/// The queue order. A job's key does not change while it waits, so no queue is ever sorted again.
public interface JobOrder {

    /// Returns the job's sort key: smaller goes first; ties go by submission.
    long key(Job job, RequestShape shape, long submittedNanos);

    /// By submission only.
    static JobOrder fifo() {
        return (_, _, _) -> 0;
    }

    /// By priority, highest first, then by submission.
    static JobOrder byPriority() {
        return (job, _, _) -> -job.queuePriority().priority();
    }
}

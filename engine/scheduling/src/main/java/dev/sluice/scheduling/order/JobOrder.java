package dev.sluice.scheduling.order;

import dev.sluice.queue.Job;
import dev.sluice.scheduling.machine.RequestShape;

/// Who is next. A job's key does not change while it waits, so a queue of any length stays sorted by itself.
public interface JobOrder {

    /// Smaller goes first; among equals, who was submitted first.
    long key(Job job, RequestShape shape, long submittedNanos);

    /// Strictly by submission.
    static JobOrder fifo() {
        return (_, _, _) -> 0;
    }
}

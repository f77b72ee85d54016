package dev.sluice.scheduling;

import dev.sluice.graph.Placement;
import dev.sluice.scheduling.reason.Reason;

/// What is to be done in the world.
public sealed interface Decision {

    /// The job gets its place.
    ///
    /// @param endNanos when the job should be over; if it is not, the engine wants to be told
    record Start(long job, Placement placement, long endNanos) implements Decision {}

    /// The job is expected to be over at another moment.
    record ExpectEnd(long job, long endNanos) implements Decision {}

    /// The job's time is over, or nobody wants it any more.
    record Stop(long job, Why why) implements Decision {
        public enum Why {
            WALL_TIME,
            CANCELLED
        }
    }

    /// The job can never run.
    record Refuse(long job, Reason reason) implements Decision {}

    record WakeAt(long timeNanos) implements Decision {}

    /// What others hold could not be entered, since there is no such place or it is taken.
    record Report(String problem) implements Decision {}
}

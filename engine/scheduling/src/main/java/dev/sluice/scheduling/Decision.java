package dev.sluice.scheduling;

import dev.sluice.graph.Placement;
import dev.sluice.scheduling.reason.Reason;

/// An action for the driver: start a job, stop it, or call the engine later.
public sealed interface Decision {

    /// Start the job on these resources.
    ///
    /// @param endNanos the expected end; if the job still runs then, the driver reports an overrun
    record Start(long job, Placement placement, long endNanos) implements Decision {}

    /// The job's expected end has changed.
    record ExpectEnd(long job, long endNanos) implements Decision {}

    /// Stop the job: its wall time is reached, or it was cancelled.
    record Stop(long job, Why why) implements Decision {
        public enum Why {
            WALL_TIME,
            CANCELLED
        }
    }

    /// The job can never run.
    record Refuse(long job, Reason reason) implements Decision {}

    record WakeAt(long timeNanos) implements Decision {}

    /// An event could not be applied: the vertex does not exist, or the resources are not free.
    record Report(String problem) implements Decision {}
}

package dev.sluice.scheduling;

import dev.sluice.graph.Placement;
import dev.sluice.queue.Holder;
import dev.sluice.queue.StopReason;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.reason.Reason;
import java.util.List;

/// An action for the driver: start a job, stop it, or call the engine later.
public sealed interface Decision {

    /// Start the job on these resources.
    ///
    /// @param endNanos the expected end; if the job still runs then, the driver reports an overrun
    /// @param backfilled whether it starts ahead of an earlier job
    record Start(long job, Placement placement, long endNanos, boolean backfilled) implements Decision {}

    /// The job, which runs already, is the engine's from now on.
    record Adopt(long job, int attempt) implements Decision {}

    /// Start more parts of a running job on these resources.
    record Extend(long job, int parts, Placement placement) implements Decision {}

    /// Stop parts of a running job.
    record Reduce(long job, List<NodeUse> parts) implements Decision {
        public Reduce {
            parts = List.copyOf(parts);
        }
    }

    /// The job has a reservation, which may still move. Nothing is to be done.
    record Plan(long job, long startNanos) implements Decision {}

    /// The job has lost its resources and waits again.
    record Requeue(long job) implements Decision {}

    /// A window was entered.
    record EnterWindow(String id, Placement placement) implements Decision {}

    /// The job's expected end has changed.
    record ExpectEnd(long job, long endNanos) implements Decision {}

    /// Stop the job: its wall time is reached, or it was cancelled.
    record Stop(long job, StopReason why) implements Decision {}

    /// The job can never run.
    record Refuse(long job, Reason reason) implements Decision {}

    /// The node has failed too many jobs: it takes none until this time.
    ///
    /// @param score its failure score
    record Quarantine(String node, long untilNanos, double score) implements Decision {}

    /// Work still runs inside a window that was entered.
    record WindowInUse(Holder.Window window, List<Holder> holders) implements Decision {
        public WindowInUse {
            holders = List.copyOf(holders);
        }
    }

    record WakeAt(long timeNanos) implements Decision {}

    /// An event could not be applied: the vertex does not exist, or the resources are not free.
    record Report(String problem) implements Decision {}
}

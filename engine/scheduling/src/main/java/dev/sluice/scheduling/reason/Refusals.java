package dev.sluice.scheduling.reason;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitUsage.Excess;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.state.EngineState;
import java.util.Map;
import java.util.Optional;

/// Checks on submission whether a job can ever run.
public final class Refusals {
    private final EngineState state;
    private final JobTable table;
    private final ResourceModel machine;

    private final boolean refusesUnsatisfiable;

    /// @param refusesUnsatisfiable whether a job that no present node can run is refused; otherwise it waits
    public Refusals(EngineState state, boolean refusesUnsatisfiable) {
        this.refusesUnsatisfiable = refusesUnsatisfiable;
        this.state = state;
        this.table = state.table();
        this.machine = state.machine();
    }

    /// Returns why the job can never run; empty if it can.
    public Optional<Reason> never(int job) {
        RequestShape shape = state.shape(job);
        Job it = table.job(job);
        QueueRules queue = state.limits().rules(it.queuePriority().queue());
        if (refusesUnsatisfiable && !state.satisfiability().fits(state.shapeNumber(job))) {
            return Optional.of(new Shortage(machine, state.machineState().closed(), shape.request(), it, queue)
                    .reason(ReasonCode.NEVER_FITS));
        }
        if (!queue.wallTimes().allows(it.wallNanos())) {
            return Optional.of(LimitWords.wallTime(queue, it.wallNanos()));
        }
        Optional<Excess> excess = state.limits().excess(table, job, shape);
        if (excess.isPresent() && excess.get().ever()) {
            return Optional.of(LimitWords.reason(ReasonCode.ABOVE_LIMIT, excess.get()));
        }
        return state.readiness().hasConditions(job) && state.readiness().outcome(job) == Readiness.Outcome.NEVER_MET
                ? Optional.of(new Reason(
                        ReasonCode.CONDITION_NEVER_MET, Map.of(), "waits for a condition that can no longer be met"))
                : Optional.empty();
    }
}

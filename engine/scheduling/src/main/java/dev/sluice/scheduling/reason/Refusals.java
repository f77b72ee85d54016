package dev.sluice.scheduling.reason;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitBook.Excess;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.Shape;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.state.EngineState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Says of a job that has just come that it can never run, and why.
public final class Refusals {
    private final EngineState state;
    private final JobTable table;
    private final ResourceModel machine;

    /// Whether there is a place on the empty machine, by shape.
    private final Map<Integer, Boolean> satisfiable = new HashMap<>();

    public Refusals(EngineState state) {
        this.state = state;
        this.table = state.table();
        this.machine = state.machine();
    }

    /// What never fitted may fit now, and the other way round.
    public void machineChanged() {
        satisfiable.clear();
    }

    /// Why the job can never run, if that is so.
    public Optional<Reason> never(int job) {
        Shape shape = state.shape(job);
        if (!satisfiable.computeIfAbsent(state.shapeNumber(job), _ -> machine.isSatisfiable(shape.request()))) {
            Job it = table.job(job);
            QueueRules queue = state.limits().rules(it.standing().queue());
            return Optional.of(new Shortage(machine, shape.request(), it, queue).reason(ReasonCode.NEVER_FITS));
        }
        Optional<Excess> excess = state.limits().excess(table, job, shape).filter(Excess::ever);
        if (excess.isPresent()) {
            return Optional.of(LimitWords.reason(ReasonCode.ABOVE_LIMIT, excess.get()));
        }
        return state.readiness().hasConditions(job) && state.readiness().outcome(job) == Readiness.Outcome.IN_VAIN
                ? Optional.of(new Reason(
                        ReasonCode.CONDITION_IN_VAIN, Map.of(), "waits for something that can no longer come to pass"))
                : Optional.empty();
    }
}

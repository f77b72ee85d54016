package dev.sluice.scheduling.reason;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitUsage.Excess;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.state.EngineState;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Checks on submission whether a job can ever run.
public final class Refusals {
    private final EngineState state;
    private final JobTable table;
    private final ResourceModel machine;

    private static final byte UNKNOWN = 0;
    private static final byte FITS = 1;
    private static final byte NEVER_FITS = 2;

    /// Whether a shape fits on the empty machine, cached.
    private byte[] known = new byte[16];

    public Refusals(EngineState state) {
        this.state = state;
        this.table = state.table();
        this.machine = state.machine();
    }

    /// Clears the cache: the answers may differ on the changed machine.
    public void machineChanged() {
        Arrays.fill(known, UNKNOWN);
    }

    /// Returns why the job can never run; empty if it can.
    public Optional<Reason> never(int job) {
        RequestShape shape = state.shape(job);
        Job it = table.job(job);
        QueueRules queue = state.limits().rules(it.queuePriority().queue());
        if (!isSatisfiable(job)) {
            return Optional.of(new Shortage(machine, shape.request(), it, queue).reason(ReasonCode.NEVER_FITS));
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

    private boolean isSatisfiable(int job) {
        int number = state.shapeNumber(job);
        if (number >= known.length) {
            known = Arrays.copyOf(known, 2 * number + 1);
        }
        if (known[number] == UNKNOWN) {
            known[number] = machine.isSatisfiable(state.shape(job).request()) ? FITS : NEVER_FITS;
        }
        return known[number] == FITS;
    }
}

package dev.sluice.scheduling;

import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import dev.sluice.scheduling.state.EngineState;
import java.util.Optional;

/// Reference implementation of the outlook: computed job by job on the engine's live state, planning all earlier
/// jobs anew for each.
final class PlainOutlook {
    private final EngineState state;
    private final JobTable table;
    private final boolean inOrder;
    private final long now;

    PlainOutlook(Engine engine, boolean inOrder, long now) {
        this.state = engine.state();
        this.table = engine.table();
        this.inOrder = inOrder;
        this.now = now;
    }

    static String inShort(Verdict verdict) {
        return switch (verdict) {
            case Verdict.StartsNow _ -> "starts now";
            case Verdict.Planned it -> (it.reserved() ? "promised " : "planned ") + it.startNanos();
            case Verdict.Extrapolated it -> "behind " + it.ahead();
            case Verdict.Waits it -> it.reason().code().name();
            case Verdict.Runs it -> "runs " + it.sinceNanos();
            case Verdict.Over _ -> "over";
            case Verdict.Unknown _ -> "unknown";
        };
    }

    String of(long id) {
        int job = table.indexOf(id);
        if (job == JobTable.NO_JOB) {
            return "unknown";
        }
        if (table.isRunning(job)) {
            return "runs " + table.startedNanos(job);
        }
        if (table.state(job).isFinal()) {
            return "over";
        }
        if (table.state(job) == JobState.HELD) {
            return ReasonCode.HELD.name();
        }
        if (!state.isInLine(job)) {
            return ReasonCode.CONDITION_OPEN.name();
        }
        if (isLimited(job)) {
            return ReasonCode.LIMIT_REACHED.name();
        }
        return table.plannedNanos(job) == JobTable.NEVER
                ? forecast(job)
                : "promised " + Math.max(now + 1, table.plannedNanos(job));
    }

    private String forecast(int job) {
        ResourceModel plan = state.machine().snapshot().fork();
        long earliest = now;
        for (int ahead = state.waiting().first();
                ahead != job;
                ahead = state.waiting().next(ahead)) {
            if (isLimited(ahead)) {
                continue;
            }
            long start = table.plannedNanos(ahead);
            if (start == JobTable.NEVER) {
                Optional<Placed> placed = find(plan, ahead, earliest);
                if (placed.isPresent()) {
                    start = placed.get().start();
                    plan.hold(new Holding(
                            ahead, placed.get().placement(), start, placed.get().end(), true));
                } else if (inOrder) {
                    return ReasonCode.RESOURCES.name();
                }
            }
            earliest = inOrder ? Math.max(earliest, start) : now;
        }
        Optional<Placed> placed = find(plan, job, earliest);
        if (placed.isEmpty()) {
            boolean ever =
                    plan.isSatisfiable(plan.prepare(state.shape(job).request().jobspec()));
            return (ever ? ReasonCode.NODES_DOWN : ReasonCode.NEVER_FITS).name();
        }
        return placed.get().start() <= now
                ? "starts now"
                : "planned " + placed.get().start();
    }

    private boolean isLimited(int job) {
        return !state.limits().allows(table, job, state.shape(job));
    }

    private Optional<Placed> find(ResourceModel plan, int job, long earliest) {
        return plan.findFrom(plan.prepare(state.shape(job).request().jobspec()), earliest, table.estimateNanos(job));
    }
}

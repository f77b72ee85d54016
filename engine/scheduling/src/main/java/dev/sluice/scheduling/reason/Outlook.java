package dev.sluice.scheduling.reason;

import dev.sluice.queue.Condition;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.state.EngineSnapshot;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Tells for each job when it will start, or why it waits, as of one moment.
///
/// Any thread may query it while the engine goes on. The forecast is computed on the first query.
public final class Outlook {
    private static final Verdict BEHIND_TOO_MANY = new Verdict.Waits(new Reason(
            ReasonCode.RESOURCES,
            Map.of("ahead.min", Long.toString(Forecast.PLANNED_MAX)),
            "waits for resources behind " + Forecast.PLANNED_MAX + " jobs or more"));

    private final EngineSnapshot then;
    private final boolean inOrder;
    private final boolean skipsHopeless;

    /// Two concurrent first queries both compute it, with equal results.
    private volatile @Nullable Forecast forecast;

    /// @param inOrder whether the policy never backfills
    /// @param skipsHopeless whether jobs without a possible placement are passed over
    public Outlook(EngineSnapshot then, boolean inOrder, boolean skipsHopeless) {
        this.then = then;
        this.inOrder = inOrder;
        this.skipsHopeless = skipsHopeless;
    }

    /// Returns the moment to which the outlook refers.
    public long timeNanos() {
        return then.timeNanos();
    }

    public EngineSnapshot snapshot() {
        return then;
    }

    /// Returns when the job starts, or why it does not.
    ///
    /// @param id the job's id
    public Verdict verdict(long id) {
        JobTable table = then.table();
        int job = table.indexOf(id);
        if (job == JobTable.NO_JOB) {
            return new Verdict.Unknown();
        }
        if (table.isStarted(job)) {
            return new Verdict.Runs(table.startedNanos(job));
        }
        if (table.state(job).isFinal()) {
            return new Verdict.Over();
        }
        Optional<Reason> notResources = notResources(job);
        return notResources.isPresent()
                ? new Verdict.Waits(notResources.get())
                : forecast().verdictOf(job).orElseGet(() -> extrapolated(job));
    }

    private Verdict extrapolated(int job) {
        OptionalInt ahead = forecast().placeOf(job);
        return ahead.isEmpty()
                ? BEHIND_TOO_MANY
                : forecast()
                        .extrapolate(ahead.getAsInt())
                        .<Verdict>map(start -> new Verdict.Extrapolated(start, ahead.getAsInt()))
                        .orElse(BEHIND_TOO_MANY);
    }

    private Optional<Reason> notResources(int job) {
        if (then.table().state(job) == JobState.HELD) {
            return Optional.of(new Reason(ReasonCode.HELD, Map.of(), "is held until it is released"));
        }
        for (Condition condition : then.table().job(job).conditions()) {
            if (then.readiness().outcome(job, condition) != Readiness.Outcome.MET) {
                return Optional.of(ConditionWords.reason(condition));
            }
        }
        if (backsOff(job)) {
            return Optional.of(RetryWords.waits(then.table(), job));
        }
        return then.limits()
                .excess(then.table(), job, then.shape(job))
                .map(excess -> LimitWords.reason(ReasonCode.LIMIT_REACHED, excess));
    }

    /// Where a node has failed the job, only that node is avoided until then.
    private boolean backsOff(int job) {
        return then.table().retryNanos(job) != JobTable.NEVER
                && then.table().failedOn(job).isEmpty();
    }

    private Forecast forecast() {
        Forecast known = forecast;
        if (known == null) {
            known = Forecast.of(then, inOrder, skipsHopeless);
            forecast = known;
        }
        return known;
    }
}

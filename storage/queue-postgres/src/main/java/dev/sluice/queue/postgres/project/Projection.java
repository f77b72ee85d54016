package dev.sluice.queue.postgres.project;

import dev.sluice.queue.EndCause;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a batch of records changes in the tables that people read.
///
/// Computed on the rows of the jobs that the batch is about, so that a batch of any size costs the same number of
/// statements.
public final class Projection {
    private static final String LOST = "LOST";

    private final ShareMeter meter;
    private final Map<Long, JobRow> rows;
    private final List<RunRow> runs = new ArrayList<>();
    private final List<DecisionRow> decisions = new ArrayList<>();

    /// @param rows the rows of the jobs in the batch, as they are before it; changed by it
    public Projection(ShareMeter meter, Map<Long, JobRow> rows) {
        this.meter = meter;
        this.rows = rows;
    }

    /// Returns the job that a record is about, whose row it changes.
    public static Optional<Long> jobOf(QueueRecord record) {
        return switch (record) {
            case QueueRecord.Submitted it -> Optional.of(it.job().id());
            case QueueRecord.Changed it -> Optional.of(it.job().id());
            case QueueRecord.OfJob it -> Optional.of(it.job());
            case QueueRecord.OfMachine _, QueueRecord.Restored _ -> Optional.empty();
        };
    }

    public Collection<JobRow> jobs() {
        return rows.values();
    }

    public List<RunRow> runs() {
        return runs;
    }

    public List<DecisionRow> decisions() {
        return decisions;
    }

    /// Applies the record that ends at a position.
    public void apply(long position, QueueRecord record) {
        switch (record) {
            case QueueRecord.Submitted it -> submit(it);
            case QueueRecord.Quarantined it ->
                decide(
                        position,
                        it,
                        "quarantined",
                        null,
                        it.node(),
                        "failed too many jobs; until " + time(it.untilNanos()));
            case QueueRecord.Changed it -> change(it.job());
            case QueueRecord.OfJob it -> {
                JobRow row = rows.get(it.job());
                if (row != null) {
                    apply(position, it, row);
                }
            }
            case QueueRecord.OfMachine _, QueueRecord.Restored _ -> {
                // Nothing that these tables show.
            }
        }
    }

    private void submit(QueueRecord.Submitted it) {
        JobRow row = rows.computeIfAbsent(it.job().id(), JobRow::new);
        row.describe(it.job());
        row.submittedNanos = it.timeNanos();
    }

    private void change(Job job) {
        JobRow row = rows.get(job.id());
        if (row != null) {
            row.describe(job);
        }
    }

    private void apply(long position, QueueRecord.OfJob record, JobRow row) {
        switch (record) {
            case QueueRecord.Refused it -> {
                row.state = JobState.REFUSED;
                row.endedNanos = it.timeNanos();
                row.reason = Texts.storable(it.why());
                decide(position, it, "refused", row, null, it.why());
            }
            case QueueRecord.Held it -> hold(position, it, row);
            case QueueRecord.Released _ -> {
                row.state = JobState.WAITING;
                row.reason = "";
            }
            case QueueRecord.Planned it -> plan(position, it, row);
            case QueueRecord.Started it -> start(position, it, row);
            case QueueRecord.Stopping it -> {
                row.state = JobState.STOPPING;
                row.reason = it.why() == StopReason.CANCELLED ? "cancelled" : "its wall time is over";
                decide(position, it, "stopped", row, null, row.reason);
            }
            case QueueRecord.Extended it -> extend(position, it, row);
            case QueueRecord.Reduced it -> reduce(position, it, row);
            case QueueRecord.Requeued it -> requeue(position, it, row);
            case QueueRecord.AttemptsSeen it -> row.lostRuns = it.attempts();
            case QueueRecord.Ended it -> end(it, row);
            case QueueRecord.BeginReached _,
                    // A pass drops plans and makes them again; a waiting job shows its last one meanwhile.
                    QueueRecord.PlanDropped _,
                    QueueRecord.Confirmed _,
                    QueueRecord.PartsWanted _,
                    QueueRecord.NodeAvoided _,
                    QueueRecord.EndMoved _,
                    QueueRecord.Vacated _,
                    QueueRecord.RetryReached _ -> {
                // Nothing that these tables show.
            }
        }
    }

    /// A pass may plan a job for the same time again, perhaps on other nodes; that is no news.
    private void plan(long position, QueueRecord.Planned it, JobRow row) {
        Long before = row.plannedNanos;
        long start = it.span().startNanos();
        row.plannedNanos = start;
        if (before == null || before != start) {
            decide(position, it, "planned", row, null, "to start at " + time(start));
        }
    }

    private void start(long position, QueueRecord.Started it, JobRow row) {
        row.start(it.shares(), it.backfilled(), it.timeNanos(), meter);
        decide(
                position,
                it,
                it.backfilled() ? "backfilled" : "started",
                row,
                null,
                row.nodes.isEmpty()
                        ? "found running, its pods on no node yet"
                        : (it.backfilled() ? "ahead of an earlier job, on " : "on ") + row.nodes);
    }

    private void hold(long position, QueueRecord.Held it, JobRow row) {
        row.state = JobState.HELD;
        row.plannedNanos = null;
        row.reason = Texts.storable(it.why().orElse(""));
        decide(position, it, "held", row, null, row.reason);
    }

    private void extend(long position, QueueRecord.Extended it, JobRow row) {
        row.extend(it.shares(), it.timeNanos(), meter);
        if (!it.shares().isEmpty()) {
            String nodes = NodeNames.plus("", nodesOf(it.shares()));
            decide(position, it, "extended", row, null, pods(it.parts()) + " more, on " + nodes);
        }
    }

    /// Pods that have just ended are no decision.
    private void reduce(long position, QueueRecord.Reduced it, JobRow row) {
        row.reduce(it.shares(), it.timeNanos(), meter);
        it.why().ifPresent(why -> decide(position, it, "reduced", row, null, pods(it.parts()) + " less: " + why));
    }

    private Set<String> nodesOf(List<Share> shares) {
        Set<String> nodes = new LinkedHashSet<>();
        shares.forEach(share -> meter.node(share).ifPresent(nodes::add));
        return nodes;
    }

    private static String pods(int count) {
        return count + (count == 1 ? " pod" : " pods");
    }

    /// A job that was told to stop ends for that reason, unless its world says more.
    private void end(QueueRecord.Ended it, JobRow row) {
        boolean isStopped = row.state == JobState.STOPPING && it.how() != JobState.COMPLETED;
        String otherwise = isStopped ? row.reason : "";
        row.endRun(it.how().name(), it.cause().flatMap(EndCause::exitCode), it.timeNanos())
                .ifPresent(runs::add);
        row.state = it.how();
        row.plannedNanos = null;
        row.endedNanos = it.timeNanos();
        row.reason = it.cause().map(cause -> Texts.storable(cause.reason())).orElse(otherwise);
    }

    private void requeue(long position, QueueRecord.Requeued it, JobRow row) {
        row.endRun(LOST, Optional.empty(), it.timeNanos()).ifPresent(runs::add);
        row.state = JobState.WAITING;
        row.startedNanos = null;
        row.plannedNanos = null;
        row.lostRuns = it.attempt();
        row.nodes = "";
        String nodes = String.join(", ", it.failedOn());
        row.reason = Texts.storable("run " + it.attempt() + " was lost"
                + it.why().map(why -> ": " + why).orElse("")
                + (nodes.isEmpty() ? "" : it.why().isPresent() ? "; avoids " + nodes : ": failed on " + nodes));
        decide(position, it, "requeued", row, null, row.reason);
    }

    private void decide(
            long position, QueueRecord record, String what, @Nullable JobRow row, @Nullable String node, String why) {
        decisions.add(new DecisionRow(
                position,
                record.timeNanos(),
                what,
                row == null ? null : row.id,
                node == null ? null : Texts.storable(node),
                Texts.storable(why)));
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

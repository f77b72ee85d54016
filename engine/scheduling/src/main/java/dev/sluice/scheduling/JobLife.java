package dev.sluice.scheduling;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.EndCause;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.CycleOptions.Overdue;
import dev.sluice.scheduling.WorldOptions.Stops;
import dev.sluice.scheduling.WorldOptions.WallTime;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.machine.PlanTimes;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.Refusals;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import dev.sluice.scheduling.state.LackingParts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// What events do to a job, from its submission to its end.
///
/// A job is given by its index in the table, which is [JobTable#NO_JOB] for an unknown one. Events that do not fit the
/// job's state are ignored: drivers report late and sometimes twice.
final class JobLife {
    private static final String OUTRUN = "a later attempt runs already";
    private static final EndCause HOPELESS = new EndCause("what it depends on cannot come about any more");

    private final EngineOptions options;
    private final EngineState state;
    private final JobTable table;
    private final Journal journal;
    private final Cycle cycle;
    private final List<Decision> decisions;
    private final Pass pass;
    private final Parts parts;
    private final Refusals refusals;
    private final Overruns overruns;

    /// @param pass where plans are dropped, and where a submitted job is tried
    JobLife(EngineOptions options, Journal journal, Cycle cycle, Pass pass, Parts parts, Refusals refusals) {
        this.options = options;
        this.state = journal.state();
        this.table = state.table();
        this.journal = journal;
        this.cycle = cycle;
        this.decisions = cycle.decisions();
        this.pass = pass;
        this.parts = parts;
        this.refusals = refusals;
        this.overruns =
                new Overruns(state, options.cycle().overrun(), options.world().wallTime());
    }

    void submit(Job job, long now) {
        if (table.indexOf(job.id()) != JobTable.NO_JOB
                || table.finished().find(job.id()).isPresent()) {
            return;
        }
        int user = table.users().numberOf(job.owner().user());
        long estimate = state.estimator().estimateNanos(job, user);
        journal.write(new QueueRecord.Submitted(job, estimate, now));
        int index = table.indexOf(job.id());
        if (isAdmitted(index, now) && state.isInLine(index) && !isSkipped(index, now)) {
            cycle.requestPass();
        }
    }

    /// Returns whether a submitted or changed job can ever run; refuses it otherwise.
    private boolean isAdmitted(int job, long now) {
        Optional<Reason> never = refusals.never(job);
        if (never.isPresent()) {
            long id = table.id(job);
            journal.write(new QueueRecord.Refused(id, never.get().sentence(), now));
            decisions.add(new Decision.Refuse(id, never.get()));
            endHopelessDependents(job, now);
            return false;
        }
        OptionalLong begin = state.readiness().begin(job);
        if (begin.isPresent() && begin.getAsLong() <= now) {
            journal.write(new QueueRecord.BeginReached(table.id(job), now));
        } else if (begin.isPresent()) {
            decisions.add(new Decision.WakeAt(begin.getAsLong()));
        }
        return true;
    }

    private boolean isSkipped(int job, long now) {
        if (!options.cycle().skipsUnfit()) {
            return false;
        }
        handleOverdue(now);
        pass.begin(now);
        // The reservation's start has been reached and no longer blocks other jobs.
        if (state.changes().isFreed(now)) {
            pass.dropPlans();
        }
        return !pass.fitsForAnInstant(job);
    }

    void change(Job job, long now) {
        int index = table.indexOf(job.id());
        if (index == JobTable.NO_JOB || !table.state(index).isWaiting()) {
            return;
        }
        dropPlan(index, now);
        long estimate = state.estimator().estimateNanos(job, table.user(index));
        journal.write(new QueueRecord.Changed(job, estimate, now));
        isAdmitted(index, now);
        cycle.requestPass();
    }

    /// @param why for people; may be empty
    void hold(int job, String why, long now) {
        if (job != JobTable.NO_JOB && table.state(job) == JobState.WAITING) {
            dropPlan(job, now);
            journal.write(new QueueRecord.Held(table.id(job), known(why), now));
            cycle.requestPass();
        }
    }

    void release(int job, long now) {
        if (job != JobTable.NO_JOB && table.state(job) == JobState.HELD) {
            journal.write(new QueueRecord.Released(table.id(job), now));
            cycle.requestPass();
        }
    }

    void cancel(int job, long now) {
        if (job != JobTable.NO_JOB && table.isStarted(job)) {
            stop(job, StopReason.CANCELLED, now);
        } else {
            end(job, JobState.CANCELLED, Optional.empty(), now);
        }
    }

    private static Optional<String> known(String why) {
        return Optional.of(why).filter(it -> !it.isEmpty());
    }

    /// Tells the driver to stop a job. A job that is being stopped is not told again.
    private void stop(int job, StopReason why, long now) {
        if (!table.isRunning(job)) {
            return;
        }
        decisions.add(new Decision.Stop(table.id(job), why));
        if (options.world().stops() == Stops.AT_ONCE) {
            end(job, why.end(), Optional.empty(), now);
            return;
        }
        long end = now + options.world().stopNanos();
        journal.write(new QueueRecord.Stopping(table.id(job), why, end, now));
        cycle.requestPass();
    }

    void confirm(int job, long now) {
        if (job != JobTable.NO_JOB && table.isRunning(job) && table.confirmedNanos(job) == JobTable.NEVER) {
            long end = table.endNanos(job);
            boolean counts = end != PlanTimes.OPEN && options.world().wallTime() == WallTime.FROM_CONFIRMED_START;
            long moved = counts ? end + now - table.startedNanos(job) : end;
            journal.write(new QueueRecord.Confirmed(table.id(job), moved, now));
            if (moved != end) {
                decisions.add(new Decision.ExpectEnd(table.id(job), moved));
                cycle.requestPass();
            }
        }
    }

    void requeue(Event.JobLost lost, long now) {
        int job = table.indexOf(lost.job());
        if (job == JobTable.NO_JOB || !table.isStarted(job)) {
            return;
        }
        boolean isTimedOutUnstarted =
                table.stopReason(job).filter(why -> why == StopReason.WALL_TIME).isPresent() && isUnstarted(job);
        if (!table.isRunning(job) && !isTimedOutUnstarted) {
            end(job, JobState.FAILED, known(lost.why()).map(EndCause::new), now);
            return;
        }
        int attempt = table.lostCount(job) + 1;
        long backoff = options.world().retries().backoffNanos(attempt);
        List<String> failedOn = backoff == 0 ? List.of() : recorded(lost.failedOn());
        Set<String> avoided = new LinkedHashSet<>(failedOn);
        avoided.addAll(backoff == 0 ? List.of() : recorded(lost.avoided()));
        journal.write(new QueueRecord.Requeued(
                table.id(job), attempt, now + backoff, List.copyOf(avoided), known(lost.why()), now));
        failedOn.forEach(node -> addFailure(node, now));
        decisions.add(new Decision.Requeue(table.id(job)));
        if (backoff > 0) {
            decisions.add(new Decision.WakeAt(now + backoff));
        }
        failedOn.forEach(node -> quarantineIfBad(node, now));
        cycle.requestPass();
    }

    private List<String> recorded(List<String> paths) {
        return paths.stream().map(state.machineState()::recorded).toList();
    }

    /// Keeps the job off the nodes and off no others.
    void exclude(int job, List<String> paths, long now) {
        if (job == JobTable.NO_JOB || table.state(job).isFinal()) {
            return;
        }
        long id = table.id(job);
        Set<String> nodes = new TreeSet<>(recorded(paths));
        Set<String> before = new TreeSet<>(state.lacking().excluded(id));
        if (nodes.equals(before)) {
            return;
        }
        dropPlan(job, now);
        before.stream()
                .filter(node -> !nodes.contains(node))
                .forEach(node -> journal.write(new QueueRecord.NodeAvoided(id, node, 0, now, now)));
        nodes.stream()
                .filter(node -> !before.contains(node))
                .forEach(node ->
                        journal.write(new QueueRecord.NodeAvoided(id, node, 1, LackingParts.ALWAYS_NANOS, now)));
        cycle.requestPass();
    }

    /// Enters a job that runs already. What the records say of an earlier attempt is over.
    void adopt(Event.JobAdopted found, long now) {
        long id = found.job().id();
        if (table.finished().find(id).isPresent()) {
            return;
        }
        if (table.indexOf(id) == JobTable.NO_JOB) {
            int user = table.users().numberOf(found.job().owner().user());
            journal.write(
                    new QueueRecord.Submitted(found.job(), state.estimator().estimateNanos(found.job(), user), now));
        }
        int job = table.indexOf(id);
        boolean isOutrun = table.isRunning(job) && table.lostCount(job) + 1 < found.attempt();
        if (isOutrun) {
            journal.write(
                    new QueueRecord.Requeued(id, table.lostCount(job) + 1, now, List.of(), Optional.of(OUTRUN), now));
        }
        if (!table.state(job).isWaiting()) {
            return;
        }
        pass.giveWay(now);
        seeAttempts(job, found.attempt() - 1, now);
        long since = Math.min(now, found.sinceNanos().orElse(now));
        long end = Math.max(now + 1, PlanTimes.end(since, table.estimateNanos(job)));
        List<Share> shares = state.machineState().sharesFor(found.parts());
        journal.write(new QueueRecord.Started(id, end, shares, false, now));
        if (found.sinceNanos().isPresent()) {
            journal.write(new QueueRecord.Confirmed(id, end, since));
        }
        parts.count(job, found.parts().size(), now);
        decisions.add(new Decision.Adopt(id, found.attempt()));
        cycle.requestPass();
    }

    void seeAttempts(int job, int attempts, long now) {
        boolean isNews = job != JobTable.NO_JOB && table.state(job).isWaiting() && table.lostCount(job) < attempts;
        if (isNews) {
            journal.write(new QueueRecord.AttemptsSeen(table.id(job), attempts, now));
        }
    }

    /// Reservations give way to what is there.
    void findPart(int job, NodeUse part, long now) {
        if (job != JobTable.NO_JOB && table.isStarted(job)) {
            pass.giveWay(now);
            parts.find(job, part, now);
            cycle.requestPass();
        }
    }

    /// The node is closed to further parts of this job until the back-off has passed, and to all jobs if it fails
    /// often.
    void losePart(Event.PartLost lost, long now) {
        int job = table.indexOf(lost.job());
        if (job == JobTable.NO_JOB || !table.isStarted(job)) {
            return;
        }
        releasePart(job, lost.part(), 1, lost.why(), now);
        String node = state.machineState().recorded(lost.part().node());
        long until = parts.avoid(job, node, options.world().retries(), now);
        addFailure(node, now);
        if (until > now && until != LackingParts.ALWAYS_NANOS) {
            decisions.add(new Decision.WakeAt(until));
        }
        quarantineIfBad(node, now);
    }

    /// @param node as records name it
    private void addFailure(String node, long now) {
        journal.write(new QueueRecord.FailureScore(node, state.failures().score(node, now) + 1, now));
    }

    /// @param node as records name it
    private void quarantineIfBad(String node, long now) {
        double score = state.failures().score(node, now);
        if (score < options.world().quarantine().score() || state.quarantined().containsKey(node)) {
            return;
        }
        long until = now + options.world().quarantine().lastsNanos();
        journal.write(new QueueRecord.Quarantined(node, until, now));
        decisions.add(new Decision.Quarantine(state.machineState().path(node), until, score));
        decisions.add(new Decision.WakeAt(until));
    }

    void end(int job, JobState how, Optional<EndCause> cause, long now) {
        if (job == JobTable.NO_JOB || table.state(job).isFinal()) {
            return;
        }
        dropPlan(job, now);
        // A stopped job that completes all the same has completed; otherwise it ends as it was told to.
        JobState end = how == JobState.COMPLETED
                ? how
                : table.stopReason(job).map(StopReason::end).orElse(how);
        journal.write(new QueueRecord.Ended(table.id(job), end, cause, now));
        endHopelessDependents(job, now);
        cycle.requestPass();
    }

    /// Also ends the jobs whose conditions can no longer be met.
    private void endHopelessDependents(int job, long now) {
        List<Integer> concerned = state.readiness().dependentsOf(job, true);
        for (int i = 0; i < concerned.size(); i++) {
            int dependent = concerned.get(i);
            if (table.state(dependent).isWaiting()
                    && state.readiness().outcome(dependent) == Readiness.Outcome.NEVER_MET) {
                end(dependent, JobState.CANCELLED, Optional.of(HOPELESS), now);
            }
        }
    }

    private void dropPlan(int job, long now) {
        if (table.plannedNanos(job) != JobTable.NEVER) {
            journal.write(new QueueRecord.PlanDropped(table.id(job), now));
        }
    }

    /// Running jobs that lack parts go ahead of the line, and of reservations.
    void want(int job, Optional<Jobspec> part, int count, long now) {
        if (!mayGetParts(job)) {
            return;
        }
        if (count > 0) {
            pass.giveWay(now);
            cycle.requestPass();
        }
        parts.want(job, part, count, now);
    }

    /// Notes how many more parts a running job could use, beside what waits.
    void grow(int job, int count) {
        if (!mayGetParts(job)) {
            return;
        }
        if (count > state.lacking().growth(table.id(job))) {
            state.changes().freed();
            cycle.requestPass();
        }
        state.lacking().grow(table.id(job), count);
    }

    private boolean mayGetParts(int job) {
        return job != JobTable.NO_JOB
                && table.isRunning(job)
                && table.job(job).parts().isPresent();
    }

    void releasePart(int job, NodeUse part, int ended, String why, long now) {
        if (job != JobTable.NO_JOB && table.isStarted(job) && parts.release(job, part, ended, known(why), now)) {
            cycle.requestPass();
        }
    }

    void overran(int job, long now) {
        boolean isOverdue = job != JobTable.NO_JOB && table.isRunning(job) && table.endNanos(job) <= now;
        if (!isOverdue || isUnstarted(job)) {
            return;
        }
        long end = overruns.end(job, now);
        if (end > now && overruns.isWindowBefore(end, now)) {
            // No pass yet: other overdue jobs may be corrected at the same instant.
            pass.giveWay(now);
            end = overruns.endBeforeWindows(job, end, now);
        }
        if (end > now) {
            moveEnd(job, end, now);
        } else {
            stop(job, StopReason.WALL_TIME, now);
        }
    }

    /// Returns whether nothing of the job has run yet: its wall time has not begun.
    private boolean isUnstarted(int job) {
        return options.world().wallTime() == WallTime.FROM_CONFIRMED_START
                && table.confirmedNanos(job) == JobTable.NEVER;
    }

    /// A simulation reports overruns one by one, in a certain order; a cluster reports none.
    void stopOverdue(long now) {
        List<Integer> due = new ArrayList<>();
        for (int job = state.firstDue(now); job != JobTable.NO_JOB; job = state.firstDue(now)) {
            due.add(job);
            state.setOverdue(job);
        }
        due.forEach(job -> overran(job, now));
    }

    private void moveEnd(int job, long end, long now) {
        journal.write(new QueueRecord.EndMoved(table.id(job), end, now));
        decisions.add(new Decision.ExpectEnd(table.id(job), end));
    }

    /// Sets jobs aside that are past their expected end, or takes their resources.
    void handleOverdue(long now) {
        if (options.cycle().overdue() == Overdue.STAYS) {
            state.noteOverdue(now);
            return;
        }
        for (int job = state.firstDue(now); job != JobTable.NO_JOB; job = state.firstDue(now)) {
            journal.write(new QueueRecord.Vacated(table.id(job), now));
        }
    }
}

package dev.sluice.scheduling.state;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Holder;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.limit.LimitUsage;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.FailureScores;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.HolderNumbers;
import dev.sluice.scheduling.machine.MachineState;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.scheduling.machine.PlanTimes;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.machine.RequestShapes;
import dev.sluice.scheduling.machine.Satisfiability;
import dev.sluice.scheduling.order.JobHeap;
import dev.sluice.scheduling.order.WaitingJobs;
import dev.sluice.scheduling.predict.Estimator;
import dev.sluice.scheduling.ready.Readiness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The engine's state: jobs, eligible jobs, running jobs, reservations and the machine.
///
/// Jobs change only by records: [#apply], or the method that goes with the record. Facts about the machine are
/// entered as they are reported; they are not recorded, since the machine reports them again after a restart.
///
/// In the graph, a job's holding has the job's index as its number; see [HolderNumbers].
///
/// It is hard because a record changes a job in many places, such as the table, the line, its limits, its
/// dependents, the machine and what the next pass has to look at, and the order matters: a job leaves the
/// line before the key changes by which it is found there. One method per record keeps that order, live and
/// on replay.
///
/// Invariants:
/// - A job is in the line if and only if it waits, its conditions are met and it does not back off.
/// - A job that has a reservation waits; a job that holds resources has started and not ended. Ports are
///   claimed as long as either lasts.
/// - Whatever may let a job start that could not is noted in [Changes], and what may give a shape a prospect in
///   [Satisfiability]; else the next pass passes it over.
/// - Replaying a snapshot and the records after it gives the same state, once the same facts about the machine are
///   entered, in whatever order.
public final class EngineState {
    private final Rules rules;
    private final JobTable table = new JobTable();
    private final ResourceModel machine;
    private final MachineState machineState;
    private final RequestShapes shapes;
    private final Satisfiability satisfiability;
    private final LimitUsage limits;
    private final Readiness readiness;
    private final JobShapes jobShapes;
    private final Line line;
    private final HoldingJobs holding;

    /// Jobs with a reservation, by start.
    private final JobHeap planned = new JobHeap();

    /// Whether reservations may rest on what was overdue in the last pass, so that their starts pass by.
    private boolean maySlip;

    private final FailureScores failures;

    /// When each node in quarantine gets out of it, by the name that records have.
    private final Map<String, Long> quarantined = new TreeMap<>();

    /// Requeued jobs by the end of their back-off.
    private final JobHeap retries = new JobHeap();

    private final LackingParts lacking = new LackingParts();

    private final Changes changes = new Changes();

    /// Jobs that have finished since the last call of [#recycleFinished].
    private final List<Integer> finished = new ArrayList<>();

    public EngineState(ResourceModel machine, Rules rules) {
        this.machine = machine;
        this.machineState = new MachineState(machine, number -> {
            int job = HolderNumbers.job(number);
            return new Span(table.startedNanos(job), table.endNanos(job));
        });
        this.rules = rules;
        if (rules.recyclesJobs()) {
            machine.graph().reuseNumbers();
        }
        this.shapes = new RequestShapes(machine, rules.recyclesJobs());
        this.satisfiability = new Satisfiability(machine, shapes);
        this.failures = new FailureScores(rules.failureHalfLifeNanos());
        this.limits = new LimitUsage(rules.queues());
        this.readiness = new Readiness(table);
        this.jobShapes = new JobShapes(table, shapes, satisfiability, limits, lacking);
        this.line = new Line(table, jobShapes, limits, rules);
        this.holding = new HoldingJobs(table);
    }

    /// Reserves memory for this many jobs in advance.
    public void expect(int jobs) {
        table.expect(jobs);
        line.expect(jobs);
        jobShapes.makeRoom(jobs);
    }

    public JobTable table() {
        return table;
    }

    public ResourceModel machine() {
        return machine;
    }

    public MachineState machineState() {
        return machineState;
    }

    public LimitUsage limits() {
        return limits;
    }

    public Readiness readiness() {
        return readiness;
    }

    /// Returns the eligible jobs: those that wait for resources only.
    public WaitingJobs waiting() {
        return line.waiting();
    }

    public Estimator estimator() {
        return rules.estimator();
    }

    /// Returns the changes since the last pass.
    public Changes changes() {
        return changes;
    }

    public RequestShapes shapes() {
        return shapes;
    }

    public int shapeNumber(int job) {
        return jobShapes.number(job);
    }

    public RequestShape shape(int job) {
        return jobShapes.of(job);
    }

    public boolean isInLine(int job) {
        return line.contains(job);
    }

    /// Returns the jobs with a reservation, by start.
    public JobHeap planned() {
        return planned;
    }

    /// Returns the next expected end of a job, or [Long#MAX_VALUE]. Ends in the past are those of overdue jobs.
    public long nextEndNanos() {
        return holding.nextEndNanos();
    }

    /// Returns the first job whose expected end is not later than this, or [JobTable#NO_JOB].
    public int firstDue(long nowNanos) {
        return holding.firstDue(nowNanos);
    }

    /// Returns the jobs that hold resources: by expected end, the overdue ones last.
    public int[] holdingJobs() {
        return holding.all();
    }

    /// Sets jobs aside that are past their expected end. From then on they cost nothing until they end.
    ///
    /// A reservation whose start has been reached rests on what is overdue: it begins as soon as that ends, and
    /// only its estimate changes as time passes. So it stays as it is, and keeps others off its place, until
    /// something is freed or its time is over. Then all reservations are made anew in order: those behind it
    /// were made for an earlier start.
    public void noteOverdue(long nowNanos) {
        boolean isNew = holding.noteOverdue(nowNanos);
        if (isNew || (maySlip && isPlanReached(nowNanos) && isReplanned(nowNanos))) {
            changes.both();
        }
    }

    /// Notes that a pass is over.
    ///
    /// @param hadOverdue whether its reservations may rest on what is overdue
    public void passEnds(boolean hadOverdue) {
        maySlip = hadOverdue;
    }

    private boolean isPlanReached(long nowNanos) {
        return planned.size() > 0 && planned.key(planned.first()) <= nowNanos;
    }

    private boolean isReplanned(long nowNanos) {
        boolean isOver = changes.isFreed(nowNanos);
        for (int i = 0; i < planned.size() && !isOver; i++) {
            int job = planned.job(i);
            isOver = PlanTimes.end(planned.key(job), table.estimateNanos(job)) <= nowNanos;
        }
        return isOver;
    }

    /// Sets a job aside that is past its expected end.
    public void setOverdue(int job) {
        holding.setOverdue(job);
    }

    /// Returns when time alone changes something next, or [Long#MAX_VALUE].
    public long nextWakeNanos(long nowNanos) {
        long next = Math.min(nextEndNanos(), readiness.firstBeginNanos());
        if (retries.size() > 0) {
            next = Math.min(next, retries.key(retries.first()));
        }
        for (long until : quarantined.values()) {
            next = Math.min(next, until);
        }
        next = Math.min(next, lacking.nextNanos(nowNanos));
        return Math.min(next, machineState.others().firstEndAfter(nowNanos));
    }

    /// Returns whether jobs or other schedulers' work hold resources past their expected end.
    public boolean hasOverdue(long nowNanos) {
        return holding.hasOverdue() || machineState.others().hasOverdue(nowNanos);
    }

    public LackingParts lacking() {
        return lacking;
    }

    public FailureScores failures() {
        return failures;
    }

    /// Returns the nodes in quarantine, and until when.
    public Map<String, Long> quarantined() {
        return Collections.unmodifiableMap(quarantined);
    }

    /// Returns the requeued jobs whose back-off lasts, by its end.
    public JobHeap retries() {
        return retries;
    }

    /// Returns whether shapes fit on the empty machine.
    public Satisfiability satisfiability() {
        return satisfiability;
    }

    /// Returns the shape of a job's request on other nodes than those that failed it.
    public RequestShape elsewhere(int job) {
        return jobShapes.elsewhere(job);
    }

    public EngineImage image() {
        return EngineImage.of(this);
    }

    public void apply(QueueRecord record) {
        if (record instanceof QueueRecord.Changed it) {
            leave(table.indexOf(it.job().id()));
        }
        int job = table.apply(record);
        // The frequent ones first: each case costs a comparison.
        switch (record) {
            case QueueRecord.Submitted _ -> submitted(job);
            case QueueRecord.Ended it -> ended(job, it);
            case QueueRecord.PlanDropped _ -> planDropped(job);
            case QueueRecord.Restored it -> restored(job, it);
            case QueueRecord.Finished _ -> {}
            case QueueRecord.RecentRuns it -> learn(it);
            case QueueRecord.FailureScore it ->
                failures.restore(machineState.recorded(it.node()), it.score(), it.timeNanos());
            case QueueRecord.Changed _ -> changed(job);
            case QueueRecord.Held _ -> refresh(job);
            case QueueRecord.Released _ -> refresh(job);
            case QueueRecord.BeginReached _ -> begun(job);
            case QueueRecord.Refused it -> refused(job, it);
            case QueueRecord.Planned it -> planned(job, it);
            case QueueRecord.Started it -> started(job, it);
            case QueueRecord.Confirmed it -> endMoved(job, it.endNanos());
            case QueueRecord.Stopping it -> stopping(job, it);
            case QueueRecord.Extended it -> extended(job, it);
            case QueueRecord.Reduced it -> reduced(job, it);
            case QueueRecord.PartsWanted it -> lacking.want(it.job(), it.parts());
            case QueueRecord.NodeAvoided it -> nodeAvoided(job, it);
            case QueueRecord.EndMoved it -> endMoved(job, it.endNanos());
            case QueueRecord.Vacated _ -> vacated(job);
            case QueueRecord.Requeued it -> requeued(job, it);
            case QueueRecord.AttemptsSeen _ -> {}
            case QueueRecord.RetryReached _ -> retryReached(job);
            case QueueRecord.Quarantined it -> quarantine(it);
            case QueueRecord.QuarantineEnded it -> quarantineEnded(it.node());
            case QueueRecord.WindowEntered it -> windowEntered(it);
            case QueueRecord.WindowLeft it -> windowLeft(it.id());
        }
    }

    private void submitted(int job) {
        jobShapes.enter(job, false);
        readiness.entered(job);
        refresh(job);
    }

    private void restored(int job, QueueRecord.Restored record) {
        if (record.state().isFinal()) {
            jobShapes.enter(job, false);
            refreshDependents(job, true);
            noteFinished(job);
            return;
        }
        readiness.entered(job);
        if (record.due()) {
            readiness.begun(job);
        }
        boolean backsOff = table.retryNanos(job) != JobTable.NEVER;
        jobShapes.enter(job, backsOff);
        if (backsOff) {
            retries.add(job, table.retryNanos(job), table.sequence(job));
        }
        refresh(job);
        if (record.state().isStarted()) {
            claimPorts(job);
            machine.advanceTo(table.startedNanos(job));
            long end = Math.max(table.endNanos(job), table.startedNanos(job) + 1);
            machineState.enter(job, record.shares(), new Span(table.startedNanos(job), end), false);
            afterStart(job, table.endNanos(job));
            limits.noteParts(table, job, record.partsChanged());
        } else if (record.planned().isPresent()) {
            claimPorts(job);
            Span span = record.planned().get();
            machineState.enter(job, record.shares(), span, true);
            planned.add(job, span.startNanos(), table.sequence(job));
        }
    }

    /// Says which ports the job has wherever it holds resources; from when it gets a place until it leaves it.
    private void claimPorts(int job) {
        machine.ports().claim(job, shape(job).hostPorts());
    }

    private void learn(QueueRecord.RecentRuns record) {
        int user = table.users().numberOf(record.user());
        record.runsNanos().forEach(run -> rules.estimator().ran(user, run));
    }

    /// Frees the memory of jobs that have finished, if that is wanted.
    public void recycleFinished() {
        for (int i = 0; i < finished.size(); i++) {
            int job = finished.get(i);
            jobShapes.left(job);
            table.recycle(job);
        }
        finished.clear();
    }

    private void noteFinished(int job) {
        if (rules.recyclesJobs()) {
            finished.add(job);
        }
    }

    /// Removes a job whose request is about to change from the queue and from the named jobs.
    private void leave(int job) {
        takeOutOfLine(job);
        readiness.left(job);
        readiness.sameNameJobs(job).forEach(this::refresh);
    }

    private void begun(int job) {
        readiness.begun(job);
        refresh(job);
    }

    private void changed(int job) {
        jobShapes.change(job, retries.contains(job));
        readiness.entered(job);
        refresh(job);
        readiness.sameNameJobs(job).forEach(this::refresh);
        changes.both();
    }

    /// Adds the job to the eligible jobs or removes it, according to its state.
    private void refresh(int job) {
        boolean ready = table.isWaiting(job)
                && !backsOff(job)
                && (!readiness.hasConditions(job) || readiness.outcome(job) == Readiness.Outcome.MET);
        if (ready && !line.contains(job)) {
            line.add(job);
            changes.add(job);
        } else if (!ready && line.contains(job)) {
            takeOutOfLine(job);
            changes.freed();
        }
    }

    /// Returns whether the job must not start at all yet. A job that knows which nodes failed it only avoids
    /// these.
    private boolean backsOff(int job) {
        return table.retryNanos(job) != JobTable.NEVER && table.failedOn(job).isEmpty();
    }

    private void takeOutOfLine(int job) {
        if (line.remove(job)) {
            changes.left(job);
        }
    }

    private void refused(int job, QueueRecord.Refused record) {
        takeOutOfLine(job);
        leaveRetries(job);
        lacking.remove(record.job());
        readiness.left(job);
        refreshDependents(job, true);
        noteFinished(job);
    }

    private void planned(int job, QueueRecord.Planned record) {
        claimPorts(job);
        machineState.enter(job, record.shares(), record.span(), true);
        planned.add(job, record.span().startNanos(), table.sequence(job));
    }

    /// Reserves a place that a match has just found.
    void plan(int job, Placement placement, Span span) {
        table.plan(job, span.startNanos());
        claimPorts(job);
        machineState.hold(job, placement, span, true);
        planned.add(job, span.startNanos(), table.sequence(job));
    }

    private void planDropped(int job) {
        machineState.release(job);
        machine.ports().release(job);
        planned.remove(job);
    }

    private void started(int job, QueueRecord.Started record) {
        beforeStart(job, record.timeNanos());
        machineState.enter(job, record.shares(), new Span(record.timeNanos(), record.endNanos()), false);
        changes.worsened();
        afterStart(job, record.endNanos());
    }

    /// Allocates a place that a match has just found.
    void start(int job, Placement placement, long endNanos, boolean isBackfilled, long nowNanos) {
        table.start(job, endNanos, isBackfilled, nowNanos);
        beforeStart(job, nowNanos);
        machineState.hold(job, placement, new Span(nowNanos, endNanos), false);
        afterStart(job, endNanos);
    }

    private void beforeStart(int job, long nowNanos) {
        takeOutOfLine(job);
        leaveRetries(job);
        claimPorts(job);
        machine.advanceTo(nowNanos);
    }

    private void afterStart(int job, long endNanos) {
        holding.add(job, endNanos);
        changes.endsAt(endNanos);
        limits.note(table, job, shape(job), true);
        refreshDependents(job, false);
    }

    private void extended(int job, QueueRecord.Extended record) {
        Span span = new Span(record.timeNanos(), Math.max(table.endNanos(job), record.timeNanos() + 1));
        machineState.enter(job, record.shares(), span, false);
        limits.noteParts(table, job, record.parts());
        int max = table.job(job).parts().map(JobParts::max).orElse(0);
        lacking.want(record.job(), table.parts(job) < max ? lacking.wanted(record.job()) - record.parts() : 0);
        changes.worsened();
    }

    private void reduced(int job, QueueRecord.Reduced record) {
        noteEndless(job);
        record.shares().forEach(share -> machineState.reduce(job, share));
        limits.noteParts(table, job, -record.parts());
        changes.freed();
    }

    private void stopping(int job, QueueRecord.Stopping record) {
        lacking.wantNone(record.job());
        endMoved(job, record.endNanos());
    }

    /// A vacated job is never reinstated, even if its expected end moves.
    private void endMoved(int job, long endNanos) {
        if (!holding.contains(job) || endNanos == holding.endNanos(job)) {
            return;
        }
        noteEndless(job);
        boolean later = endNanos > holding.endNanos(job);
        machineState.setEnd(job, endNanos);
        holding.moveEnd(job, endNanos);
        changes.endsAt(endNanos);
        changes.endMoved(later);
    }

    /// Reservations of jobs behind it were made without it, so they may no longer hold.
    private void requeued(int job, QueueRecord.Requeued record) {
        vacated(job);
        lacking.wantNone(record.job());
        limits.note(table, job, shape(job), false);
        changes.both();
        if (table.retryNanos(job) != JobTable.NEVER) {
            retries.add(job, table.retryNanos(job), table.sequence(job));
            jobShapes.change(job, true);
        } else if (!lacking.excluded(record.job()).isEmpty()) {
            jobShapes.change(job, false);
        }
        refresh(job);
    }

    /// A waiting job has another shape from now on, a running one when it waits again.
    private void nodeAvoided(int job, QueueRecord.NodeAvoided record) {
        String node = machineState.recorded(record.node());
        boolean was = lacking.excluded(record.job()).contains(node);
        lacking.avoid(record.job(), node, new LackingParts.Avoided(record.failures(), record.untilNanos()));
        boolean isNews = was != lacking.excluded(record.job()).contains(node);
        if (isNews && table.state(job).isWaiting()) {
            takeOutOfLine(job);
            jobShapes.change(job, retries.contains(job));
            refresh(job);
            changes.both();
        } else if (isNews) {
            // A part may get a node that it did not.
            changes.freed();
        }
    }

    private void retryReached(int job) {
        takeOutOfLine(job);
        leaveRetries(job);
        refresh(job);
        changes.freed();
    }

    /// From now on the job may use all nodes again.
    private void leaveRetries(int job) {
        if (retries.contains(job)) {
            retries.remove(job);
            jobShapes.change(job, false);
        }
    }

    private void ended(int job, QueueRecord.Ended record) {
        long startedNanos = table.startedNanos(job);
        if (startedNanos == JobTable.NEVER) {
            takeOutOfLine(job);
            leaveRetries(job);
            changes.freed();
        } else {
            vacated(job);
            limits.note(table, job, shape(job), false);
            changes.freed();
            if (record.how() == JobState.COMPLETED) {
                long begun = table.confirmedNanos(job) == JobTable.NEVER ? startedNanos : table.confirmedNanos(job);
                rules.estimator().ran(table.user(job), record.timeNanos() - begun);
            }
        }
        lacking.remove(record.job());
        readiness.left(job);
        refreshDependents(job, true);
        noteFinished(job);
    }

    private void vacated(int job) {
        if (holding.contains(job)) {
            noteEndless(job);
            machineState.release(job);
            machine.ports().release(job);
            holding.remove(job);
            changes.freed();
        }
    }

    /// Notes that a job gives something back or gets another end. If it had none, others may get a prospect.
    private void noteEndless(int job) {
        if (holding.contains(job) && holding.endNanos(job) == PlanTimes.OPEN) {
            satisfiability.prospectsChanged();
        }
    }

    private void refreshDependents(int job, boolean over) {
        List<Integer> concerned = readiness.dependentsOf(job, over);
        for (int i = 0; i < concerned.size(); i++) {
            refresh(concerned.get(i));
        }
    }

    private void quarantine(QueueRecord.Quarantined record) {
        String node = machineState.recorded(record.node());
        quarantined.put(node, record.untilNanos());
        setClosed(node, ClosedReason.QUARANTINED, true);
    }

    private void quarantineEnded(String recorded) {
        String node = machineState.recorded(recorded);
        quarantined.remove(node);
        failures.forget(node);
        setClosed(node, ClosedReason.QUARANTINED, false);
    }

    /// Adds or removes a reason for which a node is closed.
    public void setClosed(String node, ClosedReason reason, boolean holds) {
        if (machineState.setClosed(node, reason, holds)) {
            if (holds) {
                changes.worsened();
            } else {
                satisfiability.prospectsChanged();
                changes.freed();
            }
        }
    }

    /// Adds vertices to the machine.
    ///
    /// @throws GraphException if the graph refuses them; nothing has changed then
    public void attach(ResourceGraph part, long nowNanos) {
        machineState.attach(part, nowNanos);
        machineChanged();
    }

    /// Removes a vertex with everything below it.
    public void remove(String path) {
        machineState.remove(path);
        machineChanged();
    }

    /// Moves a vertex to another path.
    public void move(String from, String to, ResourceGraph part, long nowNanos) {
        machineState.move(from, to, part, nowNanos);
        machineChanged();
    }

    public void resize(String path, long size, long nowNanos) {
        machineState.resize(path, size, nowNanos);
        machineChanged();
    }

    private void machineChanged() {
        satisfiability.machineChanged();
        changes.both();
    }

    /// Notes that labels or taints of a node have changed. Some jobs may start that could not, and some
    /// reservations may no longer hold.
    public void nodeRulesChanged() {
        machineChanged();
    }

    /// Enters what another scheduler's work holds.
    public void enter(ForeignUse use, long nowNanos) {
        boolean isReplaced = machineState.others().foreign(use.id()) != null;
        if (machineState.enter(use, nowNanos)) {
            if (isReplaced) {
                // It may hold less now, or end.
                satisfiability.prospectsChanged();
            }
            changes.endsAt(Math.max(use.endNanos(), nowNanos + 1));
            changes.both();
        }
    }

    /// Releases what another scheduler's work held.
    public void removeForeign(OtherHolders.Foreign foreign) {
        machineState.remove(foreign);
        satisfiability.prospectsChanged();
        changes.freed();
    }

    private void windowEntered(QueueRecord.WindowEntered record) {
        Holder.Window window = new Holder.Window(record.id(), record.name());
        machineState.enter(window, record.shares(), record.span(), record.timeNanos());
        changes.endsAt(record.span().endNanos());
        changes.worsened();
    }

    private void windowLeft(String id) {
        machineState.remove(Objects.requireNonNull(machineState.others().window(id)));
        satisfiability.prospectsChanged();
        changes.freed();
    }
}

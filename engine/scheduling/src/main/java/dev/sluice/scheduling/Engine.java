package dev.sluice.scheduling;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.scheduling.CycleOptions.Overdue;
import dev.sluice.scheduling.CycleOptions.Passes;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.predict.Estimator;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.reason.Outlook;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.Refusals;
import dev.sluice.scheduling.state.EngineImage;
import dev.sluice.scheduling.state.EngineSnapshot;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import dev.sluice.scheduling.state.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A deterministic state machine: an event and the time go in, records and decisions come out.
///
/// It reads no clock and starts no thread. The driver hands in events one by one, calls [#settle] after the last
/// event of an instant, and carries out the decisions. State changes only by records: an engine that has [#replay]ed
/// all records of another engine has the same state.
///
/// Events about unknown or ended jobs are ignored, since drivers report late and sometimes twice.
public final class Engine {

    /// How far the expected end of an overdue job moves on: the job keeps its resources, and waiting jobs are planned
    /// right after it.
    private static final long OVERDUE_NANOS = 1;

    private final EngineOptions options;
    private final QueueStore store;
    private final EngineState state;
    private final JobTable table;
    private final Journal journal;
    private final Pass pass;
    private final Refusals refusals;
    private final Overruns overruns;
    private final List<Decision> decisions = new ArrayList<>();
    private final Consequences consequences;
    private boolean passIsDue;
    private long passes;

    /// The current outlook, or null if the state has changed since the last one.
    private @Nullable Outlook outlook;

    private boolean outlookIsOld;

    public Engine(EngineOptions options, ResourceModel machine, QueueStore store) {
        this.options = options;
        this.store = store;
        Estimator estimator = options.policy().newEstimator();
        this.state = new EngineState(
                machine,
                new Rules(options.queues(), options.order(), options.policy().scanOrder(), estimator));
        this.table = state.table();
        this.journal = new Journal(state);
        this.pass = new Pass(journal);
        this.refusals = new Refusals(state);
        this.overruns = new Overruns(state, options.cycle().overrun());
        this.consequences = new Consequences(journal.records(), decisions);
    }

    /// Rebuilds the state from another engine's records. Decisions are not repeated.
    public void replay(QueueStore records) {
        records.read(state::apply);
        passIsDue = true;
        outlook = null;
    }

    /// Reserves memory for this many jobs in advance.
    public void expect(int jobs) {
        state.expect(jobs);
    }

    public JobTable table() {
        return table;
    }

    public EngineState state() {
        return state;
    }

    public EngineImage image() {
        return state.image();
    }

    public long passes() {
        return passes;
    }

    /// Returns a forecast for all jobs that any thread may query while the engine goes on.
    ///
    /// It costs one copy of the state, made on demand and kept until the state changes. So it is at most one cycle
    /// old, and made at most once per cycle.
    public Outlook outlook(long nowNanos) {
        Outlook known = outlook;
        if (known == null) {
            known = new Outlook(
                    EngineSnapshot.of(state, nowNanos), !options.policy().backfills());
            outlook = known;
        }
        return known;
    }

    public Consequences handle(Event event, long nowNanos) {
        begin();
        switch (event) {
            case Event.JobSubmitted it -> submit(it.job(), nowNanos);
            case Event.JobChanged it -> change(it.job(), nowNanos);
            case Event.JobHeld it -> hold(table.indexOf(it.job()), nowNanos);
            case Event.JobReleased it -> release(table.indexOf(it.job()), nowNanos);
            case Event.JobCancelled it -> cancel(table.indexOf(it.job()), nowNanos);
            case Event.JobStarted it -> confirm(table.indexOf(it.job()), nowNanos);
            case Event.JobFinished it -> end(table.indexOf(it.job()), JobState.COMPLETED, nowNanos);
            case Event.JobFailed it -> end(table.indexOf(it.job()), JobState.FAILED, nowNanos);
            case Event.JobLost it -> requeue(table.indexOf(it.job()), nowNanos);
            case Event.JobOverran it -> overran(table.indexOf(it.job()), nowNanos);
            case Event.NodeUp it -> setDown(it.path(), false, nowNanos);
            case Event.NodeDown it -> setDown(it.path(), true, nowNanos);
            case Event.NodeDrained it -> setDown(it.path(), true, nowNanos);
            case Event.NodeAdded it -> changeMachine(new QueueRecord.Grown(it.part(), nowNanos), nowNanos);
            case Event.NodeRemoved it ->
                changeVertex(it.path(), new QueueRecord.Removed(it.path(), nowNanos), nowNanos);
            case Event.NodeResized it ->
                changeVertex(it.path(), new QueueRecord.Resized(it.path(), it.size(), nowNanos), nowNanos);
            case Event.NodeRelabelled it ->
                changeNode(it.path(), node -> state.machine().relabel(node, it.labels()));
            case Event.NodeTainted it ->
                changeNode(it.path(), node -> state.machine().graph().setTaints(node, it.taints()));
            case Event.ForeignAppeared it -> take(it.holder(), "", it.what(), until(it.endNanos(), nowNanos), nowNanos);
            case Event.ForeignChanged it -> take(it.holder(), "", it.what(), until(it.endNanos(), nowNanos), nowNanos);
            case Event.ForeignGone it -> giveBack(it.holder(), nowNanos);
            case Event.WindowCreated it -> take(it.holder(), it.name(), it.what(), it.span(), nowNanos);
            case Event.WindowChanged it -> take(it.holder(), it.name(), it.what(), it.span(), nowNanos);
            case Event.WindowDeleted it -> giveBack(it.holder(), nowNanos);
            case Event.TimerFired _ -> fire(nowNanos);
        }
        if (passIsDue && options.cycle().passes() == Passes.EACH_EVENT) {
            runPass(nowNanos);
        }
        return commit();
    }

    /// Ends an instant: all its events have been handed in. Runs the scheduling pass.
    public Consequences settle(long nowNanos) {
        begin();
        if (passIsDue) {
            runPass(nowNanos);
        }
        Consequences settled = commit();
        if (outlookIsOld) {
            outlook = null;
            outlookIsOld = false;
        }
        return settled;
    }

    private void begin() {
        journal.clear();
        decisions.clear();
    }

    private Consequences commit() {
        for (int i = 0; i < journal.records().size(); i++) {
            if (journal.records().get(i) instanceof QueueRecord.Started started) {
                decisions.add(new Decision.Start(started.job(), started.placement(), started.endNanos()));
            }
        }
        store.append(journal.records());
        outlookIsOld |= !journal.records().isEmpty();
        return consequences;
    }

    private void runPass(long now) {
        passIsDue = false;
        passes++;
        handleOverdue(now);
        pass.begin(now);
        options.policy().run(pass);
        pass.settle();
    }

    private void handleOverdue(long now) {
        boolean stays = options.cycle().overdue() == Overdue.STAYS;
        int job = state.running().first();
        while (job != JobTable.NO_JOB && table.endNanos(job) <= now) {
            journal.write(
                    stays
                            ? new QueueRecord.EndMoved(table.id(job), now + OVERDUE_NANOS, now)
                            : new QueueRecord.Vacated(table.id(job), now));
            job = state.running().first();
        }
    }

    private void submit(Job job, long now) {
        if (table.indexOf(job.id()) != JobTable.NO_JOB) {
            return;
        }
        int user = table.users().numberOf(job.owner().user());
        long estimate = state.estimator().estimateNanos(job, user);
        journal.write(new QueueRecord.Submitted(job, estimate, now));
        int index = table.size() - 1;
        if (isAdmitted(index, now)) {
            passIsDue |= state.isInLine(index) && !isSkipped(index, now);
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

    private void change(Job job, long now) {
        int index = table.indexOf(job.id());
        if (index == JobTable.NO_JOB || !table.state(index).isWaiting()) {
            return;
        }
        dropPlan(index, now);
        long estimate = state.estimator().estimateNanos(job, table.user(index));
        journal.write(new QueueRecord.Changed(job, estimate, now));
        isAdmitted(index, now);
        passIsDue = true;
    }

    private void hold(int job, long now) {
        if (job != JobTable.NO_JOB && table.state(job) == JobState.WAITING) {
            dropPlan(job, now);
            journal.write(new QueueRecord.Held(table.id(job), now));
            passIsDue = true;
        }
    }

    private void release(int job, long now) {
        if (job != JobTable.NO_JOB && table.state(job) == JobState.HELD) {
            journal.write(new QueueRecord.Released(table.id(job), now));
            passIsDue = true;
        }
    }

    private void cancel(int job, long now) {
        if (job != JobTable.NO_JOB && table.isRunning(job)) {
            decisions.add(new Decision.Stop(table.id(job), Decision.Stop.Why.CANCELLED));
        }
        end(job, JobState.CANCELLED, now);
    }

    private void confirm(int job, long now) {
        if (job != JobTable.NO_JOB && table.isRunning(job) && table.confirmedNanos(job) == JobTable.NEVER) {
            journal.write(new QueueRecord.Confirmed(table.id(job), now));
        }
    }

    private void requeue(int job, long now) {
        if (job != JobTable.NO_JOB && table.isRunning(job)) {
            journal.write(new QueueRecord.Requeued(table.id(job), now));
            passIsDue = true;
        }
    }

    private void end(int job, JobState how, long now) {
        if (job == JobTable.NO_JOB || table.state(job).isFinal()) {
            return;
        }
        dropPlan(job, now);
        journal.write(new QueueRecord.Ended(table.id(job), how, now));
        endHopelessDependents(job, now);
        passIsDue = true;
    }

    /// Also ends the jobs whose conditions can no longer be met.
    private void endHopelessDependents(int job, long now) {
        List<Integer> concerned = state.readiness().dependentsOf(job, true);
        for (int i = 0; i < concerned.size(); i++) {
            int dependent = concerned.get(i);
            if (table.state(dependent).isWaiting()
                    && state.readiness().outcome(dependent) == Readiness.Outcome.NEVER_MET) {
                end(dependent, JobState.CANCELLED, now);
            }
        }
    }

    private void dropPlan(int job, long now) {
        if (table.plannedNanos(job) != JobTable.NEVER) {
            journal.write(new QueueRecord.PlanDropped(table.id(job), now));
        }
    }

    private void overran(int job, long now) {
        boolean isOverdue =
                job != JobTable.NO_JOB && table.isRunning(job) && table.endNanos(job) <= now + OVERDUE_NANOS;
        if (!isOverdue) {
            return;
        }
        long end = overruns.end(job, now);
        if (end > now && overruns.isWindowBefore(end, now)) {
            // Drops all reservations first. No pass yet: other overdue jobs may be corrected at the same instant.
            pass.begin(now);
            pass.dropPlans();
            end = overruns.endBeforeWindows(job, end, now);
        }
        if (end > now) {
            moveEnd(job, end, now);
        } else {
            decisions.add(new Decision.Stop(table.id(job), Decision.Stop.Why.WALL_TIME));
            end(job, JobState.TIMED_OUT, now);
        }
    }

    private void moveEnd(int job, long end, long now) {
        journal.write(new QueueRecord.EndMoved(table.id(job), end, now));
        decisions.add(new Decision.ExpectEnd(table.id(job), end));
    }

    private void setDown(String path, boolean isDown, long now) {
        if (state.vertex(path).isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
            return;
        }
        journal.write(new QueueRecord.VertexDown(path, isDown, now));
        passIsDue = true;
    }

    private void changeVertex(String path, QueueRecord change, long now) {
        if (state.vertex(path).isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
        } else {
            changeMachine(change, now);
        }
    }

    /// Changes what decides whether jobs may use a node. The next pass makes all reservations anew.
    private void changeNode(String path, IntConsumer change) {
        OptionalInt node = state.vertex(path);
        if (node.isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
            return;
        }
        change.accept(node.getAsInt());
        state.nodeRulesChanged();
        refusals.machineChanged();
        outlookIsOld = true;
        passIsDue = true;
    }

    /// Drops all reservations, then applies the change. If the graph refuses it, nothing changes and a report is
    /// made.
    private void changeMachine(QueueRecord change, long now) {
        pass.begin(now);
        pass.dropPlans();
        try {
            journal.write(change);
            refusals.machineChanged();
        } catch (GraphException e) {
            decisions.add(new Decision.Report(String.valueOf(e.getMessage())));
        }
        passIsDue = true;
    }

    private static Span until(long end, long now) {
        return new Span(now, Math.max(end, now + 1));
    }

    /// Replaces what the holder had, if anything: the same event may be reported twice.
    private void take(long holder, String name, Jobspec what, Span span, long now) {
        giveBack(holder, now);
        state.machine()
                .ports()
                .claim(-holder, what.attributes().system().directives().hostPorts());
        Span rest = new Span(Math.max(span.startNanos(), now), Math.max(span.endNanos(), now + 1));
        // Reservations give way.
        pass.begin(now);
        pass.dropPlans();
        Optional<Placed> placed = state.machine()
                .findAt(state.machine().prepare(what), rest.startNanos(), rest.endNanos() - rest.startNanos());
        if (placed.isEmpty()) {
            decisions.add(new Decision.Report("resources of (" + (name.isEmpty() ? "another scheduler's work" : name)
                    + ") are not free from (" + rest.startNanos() + ") to (" + rest.endNanos() + ")"));
            return;
        }
        journal.write(new QueueRecord.Taken(-holder, name, placed.get().placement(), rest, now));
        decisions.add(new Decision.WakeAt(rest.endNanos()));
        passIsDue = true;
    }

    private void giveBack(long holder, long now) {
        if (state.taken().containsKey(-holder)) {
            journal.write(new QueueRecord.GivenBack(-holder, now));
            passIsDue = true;
        }
    }

    private void fire(long now) {
        for (int job : state.readiness().dueBy(now)) {
            journal.write(new QueueRecord.BeginReached(table.id(job), now));
        }
        for (QueueRecord.Taken taken : state.takenUntil(now)) {
            journal.write(new QueueRecord.GivenBack(taken.holder(), now));
        }
        passIsDue = true;
    }
}

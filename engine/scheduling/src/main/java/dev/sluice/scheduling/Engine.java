package dev.sluice.scheduling;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Holder;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.CycleOptions.Overdue;
import dev.sluice.scheduling.CycleOptions.Passes;
import dev.sluice.scheduling.WorldOptions.Finished;
import dev.sluice.scheduling.WorldOptions.Stops;
import dev.sluice.scheduling.WorldOptions.Unsatisfiable;
import dev.sluice.scheduling.WorldOptions.WallTime;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.backfill.PassListener;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.machine.OtherHolders;
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
import dev.sluice.scheduling.state.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A deterministic state machine: an event and the time go in, records and decisions come out.
///
/// It reads no clock, starts no thread and writes to no store. The driver hands in events one by one, calls
/// [#settle] after the last event of an instant, keeps the records, and carries out the decisions. Jobs change
/// only by records: an engine that has [#replay]ed all records of another engine has the same state.
///
/// Events about unknown or ended jobs are ignored, since drivers report late and sometimes twice.
public final class Engine {

    private final EngineOptions options;
    private final EngineState state;
    private final JobTable table;
    private final Journal journal;
    private final Pass pass;
    private final Refusals refusals;
    private final Overruns overruns;
    private final WindowPlaces windowPlaces;
    private final Parts parts;
    private final List<Decision> decisions = new ArrayList<>();
    private final Consequences consequences;
    private boolean passIsDue;
    private long lastNanos;
    private long passes;

    /// The last outlook; null before the first one and after a replay.
    private @Nullable Outlook outlook;

    private boolean outlookIsOld;
    private boolean cycleHasChanges;

    /// Whether a fact about the machine was entered since the last commit.
    private boolean isChanged;

    /// @param isRecorded whether the engine makes records; without them its state cannot be restored
    public Engine(EngineOptions options, ResourceModel machine, boolean isRecorded) {
        this.options = options;
        Estimator estimator = options.policy().newEstimator();
        this.state = new EngineState(
                machine,
                new Rules(
                        options.queues(),
                        options.order(),
                        options.policy().scanOrder(),
                        estimator,
                        options.world().quarantine().halfLifeNanos(),
                        options.world().finished() == Finished.DROPPED));
        this.table = state.table();
        this.journal = new Journal(state, isRecorded);
        this.windowPlaces = new WindowPlaces(state);
        this.parts = new Parts(journal, decisions);
        boolean refusesUnsatisfiable = options.world().unsatisfiable() == Unsatisfiable.REFUSED;
        this.pass = new Pass(journal, new PassDecisions(decisions), !refusesUnsatisfiable);
        this.refusals = new Refusals(state, refusesUnsatisfiable);
        this.overruns =
                new Overruns(state, options.cycle().overrun(), options.world().wallTime());
        this.consequences = new Consequences(journal.records(), decisions);
    }

    /// Applies records of another engine, oldest first. Decisions are not repeated.
    public void replay(List<QueueRecord> records) {
        for (QueueRecord record : records) {
            state.apply(record);
            state.recycleFinished();
        }
        passIsDue = true;
        outlook = null;
    }

    /// Returns records that lead to the present state.
    public List<QueueRecord> snapshot(long nowNanos) {
        return Snapshots.records(state, nowNanos);
    }

    /// Returns the decisions whose effects have not been confirmed: starts of jobs, and stops. A restarted driver
    /// carries them out again.
    public List<Decision> outstanding() {
        List<Decision> open = new ArrayList<>();
        for (int job : state.holdingJobs()) {
            long id = table.id(job);
            Optional<StopReason> stop = table.stopReason(job);
            if (stop.isPresent()) {
                open.add(new Decision.Stop(id, stop.get()));
            } else if (table.confirmedNanos(job) == JobTable.NEVER) {
                open.add(new Decision.Start(
                        id, state.machineState().placement(job), table.endNanos(job), table.isBackfilled(job)));
            }
        }
        return open;
    }

    /// Returns when the engine must be called even if nothing happens, or [Long#MAX_VALUE].
    public long nextWakeNanos() {
        return state.nextWakeNanos(lastNanos);
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
    /// It costs one copy of the state, made on demand and kept until a cycle has changed the state, or longer if
    /// the options say so.
    public Outlook outlook(long nowNanos) {
        Outlook known = outlook;
        boolean isYoung =
                known != null && nowNanos - known.timeNanos() < options.world().outlookNanos();
        if (known == null || (outlookIsOld && !isYoung)) {
            known = new Outlook(
                    EngineSnapshot.of(state, nowNanos), !options.policy().backfills());
            outlook = known;
            outlookIsOld = false;
        }
        return known;
    }

    public Consequences handle(Event event, long nowNanos) {
        begin(nowNanos);
        switch (event) {
            case Event.JobSubmitted it -> submit(it.job(), nowNanos);
            case Event.JobChanged it -> change(it.job(), nowNanos);
            case Event.JobHeld it -> hold(table.indexOf(it.job()), nowNanos);
            case Event.JobReleased it -> release(table.indexOf(it.job()), nowNanos);
            case Event.JobCancelled it -> cancel(table.indexOf(it.job()), nowNanos);
            case Event.JobStarted it -> confirm(table.indexOf(it.job()), nowNanos);
            case Event.JobFinished it -> end(table.indexOf(it.job()), JobState.COMPLETED, nowNanos);
            case Event.JobFailed it -> end(table.indexOf(it.job()), JobState.FAILED, nowNanos);
            case Event.JobLost it -> requeue(table.indexOf(it.job()), it.failedOn(), nowNanos);
            case Event.PartEnded it -> releasePart(table.indexOf(it.job()), it.part(), 1, nowNanos);
            case Event.PartShrunk it -> releasePart(table.indexOf(it.job()), it.less(), 0, nowNanos);
            case Event.PartsWanted it -> parts.extend(table.indexOf(it.job()), it.parts(), nowNanos);
            case Event.PartsUnwanted it -> parts.reduce(table.indexOf(it.job()), it.parts());
            case Event.JobOverran it -> overran(table.indexOf(it.job()), nowNanos);
            case Event.NodeClosed it -> setClosed(it.path(), it.reason(), true);
            case Event.NodeOpened it -> setClosed(it.path(), it.reason(), false);
            case Event.NodeAdded it -> changeMachine(() -> state.attach(it.part(), nowNanos), nowNanos);
            case Event.NodeRemoved it -> changeVertex(it.path(), () -> state.remove(it.path()), nowNanos);
            case Event.NodeMoved it ->
                changeVertex(it.from(), () -> state.move(it.from(), it.to(), it.part(), nowNanos), nowNanos);
            case Event.NodeResized it ->
                changeVertex(it.path(), () -> state.resize(it.path(), it.size(), nowNanos), nowNanos);
            case Event.NodeRelabelled it ->
                changeNode(it.path(), node -> state.machine().relabel(node, it.labels()));
            case Event.NodeTainted it ->
                changeNode(it.path(), node -> state.machine().graph().setTaints(node, it.taints()));
            case Event.ForeignHeld it -> enter(it.use(), nowNanos);
            case Event.ForeignGone it -> remove(it.id());
            case Event.WindowCreated it ->
                enterWindow(new Holder.Window(it.id(), it.name()), it.what(), it.span(), nowNanos);
            case Event.WindowDeleted it -> leaveWindow(it.id(), nowNanos);
            case Event.TimerFired _ -> fire(nowNanos);
        }
        if (passIsDue && options.cycle().passes() == Passes.EACH_EVENT) {
            runPass(nowNanos);
        }
        return commit();
    }

    /// Ends an instant: all its events have been handed in. Runs the scheduling pass.
    public Consequences settle(long nowNanos) {
        begin(nowNanos);
        if (passIsDue) {
            runPass(nowNanos);
        }
        Consequences settled = commit();
        outlookIsOld |= cycleHasChanges;
        cycleHasChanges = false;
        return settled;
    }

    private void begin(long now) {
        lastNanos = now;
        state.recycleFinished();
        journal.clear();
        decisions.clear();
    }

    private Consequences commit() {
        cycleHasChanges |= isChanged || journal.isChanged();
        isChanged = false;
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
        if (options.cycle().overdue() == Overdue.STAYS) {
            state.noteOverdue(now);
            return;
        }
        for (int job = state.firstDue(now); job != JobTable.NO_JOB; job = state.firstDue(now)) {
            journal.write(new QueueRecord.Vacated(table.id(job), now));
        }
    }

    private void submit(Job job, long now) {
        if (table.indexOf(job.id()) != JobTable.NO_JOB
                || table.finished().find(job.id()).isPresent()) {
            return;
        }
        int user = table.users().numberOf(job.owner().user());
        long estimate = state.estimator().estimateNanos(job, user);
        journal.write(new QueueRecord.Submitted(job, estimate, now));
        int index = table.indexOf(job.id());
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
        if (job != JobTable.NO_JOB && table.isStarted(job)) {
            stop(job, StopReason.CANCELLED, now);
        } else {
            end(job, JobState.CANCELLED, now);
        }
    }

    /// Tells the driver to stop a job. A job that is being stopped is not told again.
    private void stop(int job, StopReason why, long now) {
        if (!table.isRunning(job)) {
            return;
        }
        decisions.add(new Decision.Stop(table.id(job), why));
        if (options.world().stops() == Stops.AT_ONCE) {
            end(job, why.end(), now);
            return;
        }
        long end = now + options.world().stopNanos();
        journal.write(new QueueRecord.Stopping(table.id(job), why, end, now));
        passIsDue = true;
    }

    private void confirm(int job, long now) {
        if (job != JobTable.NO_JOB && table.isRunning(job) && table.confirmedNanos(job) == JobTable.NEVER) {
            long end = table.endNanos(job);
            boolean counts = options.world().wallTime() == WallTime.FROM_CONFIRMED_START;
            long moved = counts ? end + now - table.startedNanos(job) : end;
            journal.write(new QueueRecord.Confirmed(table.id(job), moved, now));
            if (moved != end) {
                decisions.add(new Decision.ExpectEnd(table.id(job), moved));
                passIsDue = true;
            }
        }
    }

    private void requeue(int job, List<String> failedOn, long now) {
        if (job == JobTable.NO_JOB || !table.isStarted(job)) {
            return;
        }
        if (!table.isRunning(job)) {
            end(job, JobState.FAILED, now);
            return;
        }
        int attempt = table.lostCount(job) + 1;
        long backoff = options.world().retries().backoffNanos(attempt);
        List<String> avoided = backoff == 0 ? List.of() : failedOn;
        journal.write(new QueueRecord.Requeued(table.id(job), attempt, now + backoff, avoided, now));
        decisions.add(new Decision.Requeue(table.id(job)));
        if (backoff > 0) {
            decisions.add(new Decision.WakeAt(now + backoff));
        }
        avoided.forEach(node -> quarantineIfBad(node, now));
        passIsDue = true;
    }

    private void quarantineIfBad(String node, long now) {
        double score = state.failures().score(node, now);
        if (score < options.world().quarantine().score() || state.quarantined().containsKey(node)) {
            return;
        }
        long until = now + options.world().quarantine().lastsNanos();
        journal.write(new QueueRecord.Quarantined(node, until, now));
        decisions.add(new Decision.Quarantine(node, until, score));
        decisions.add(new Decision.WakeAt(until));
    }

    private void end(int job, JobState how, long now) {
        if (job == JobTable.NO_JOB || table.state(job).isFinal()) {
            return;
        }
        dropPlan(job, now);
        // A stopped job that completes all the same has completed; otherwise it ends as it was told to.
        JobState end = how == JobState.COMPLETED
                ? how
                : table.stopReason(job).map(StopReason::end).orElse(how);
        journal.write(new QueueRecord.Ended(table.id(job), end, now));
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

    private void releasePart(int job, NodeUse part, int ended, long now) {
        if (job != JobTable.NO_JOB && table.isStarted(job)) {
            passIsDue |= parts.release(job, part, ended, now);
        }
    }

    private void overran(int job, long now) {
        boolean isOverdue = job != JobTable.NO_JOB && table.isRunning(job) && table.endNanos(job) <= now;
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
            stop(job, StopReason.WALL_TIME, now);
        }
    }

    /// A simulation reports overruns one by one, in a certain order; a cluster reports none.
    private void stopOverdue(long now) {
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

    private void setClosed(String path, ClosedReason reason, boolean holds) {
        if (state.machineState().vertex(path).isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
            return;
        }
        state.setClosed(path, reason, holds);
        isChanged = true;
        passIsDue = true;
    }

    private void changeVertex(String path, Runnable change, long now) {
        if (state.machineState().vertex(path).isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
        } else {
            changeMachine(change, now);
        }
    }

    /// Changes what decides whether jobs may use a node. The next pass makes all reservations anew.
    private void changeNode(String path, IntConsumer change) {
        OptionalInt node = state.machineState().vertex(path);
        if (node.isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
            return;
        }
        change.accept(node.getAsInt());
        state.nodeRulesChanged();
        isChanged = true;
        passIsDue = true;
    }

    /// Drops all reservations, then applies the change. If the graph refuses it, nothing changes and a report is
    /// made.
    private void changeMachine(Runnable change, long now) {
        pass.begin(now);
        pass.dropPlans();
        try {
            change.run();
            isChanged = true;
        } catch (GraphException e) {
            decisions.add(new Decision.Report(String.valueOf(e.getMessage())));
        }
        passIsDue = true;
    }

    private void enter(ForeignUse use, long now) {
        state.enter(use, now);
        if (use.endNanos() != ForeignUse.OPEN) {
            decisions.add(new Decision.WakeAt(Math.max(use.endNanos(), now + 1)));
        }
        isChanged = true;
        passIsDue = true;
    }

    private void remove(String foreign) {
        OtherHolders.Foreign known = state.machineState().others().foreign(foreign);
        if (known != null) {
            state.removeForeign(known);
            isChanged = true;
            passIsDue = true;
        }
    }

    /// Replaces what the window had, if anything: the same event may be reported twice.
    private void enterWindow(Holder.Window window, Jobspec what, Span span, long now) {
        leaveWindow(window.id(), now);
        Span rest = new Span(Math.max(span.startNanos(), now), Math.max(span.endNanos(), now + 1));
        // Reservations give way.
        pass.begin(now);
        pass.dropPlans();
        Optional<WindowPlaces.Place> place = windowPlaces.find(what, rest);
        if (place.isEmpty()) {
            decisions.add(new Decision.Report("the machine does not have the resources of window (%s, %s)"
                    .formatted(window.id(), window.name())));
            return;
        }
        if (!place.get().holders().isEmpty()) {
            decisions.add(new Decision.WindowInUse(window, place.get().holders()));
        }
        journal.enter(window, place.get().placement(), rest, now);
        decisions.add(new Decision.EnterWindow(window.id(), place.get().placement()));
        decisions.add(new Decision.WakeAt(rest.endNanos()));
        passIsDue = true;
    }

    private void leaveWindow(String id, long now) {
        if (state.machineState().others().window(id) != null) {
            journal.write(new QueueRecord.WindowLeft(id, now));
            passIsDue = true;
        }
    }

    private void fire(long now) {
        if (options.world().stops() == Stops.WHEN_REPORTED) {
            stopOverdue(now);
        }
        for (int job : state.readiness().dueBy(now)) {
            journal.write(new QueueRecord.BeginReached(table.id(job), now));
        }
        for (int job = state.retries().first();
                job != JobTable.NO_JOB && state.retries().key(job) <= now;
                job = state.retries().first()) {
            journal.write(new QueueRecord.RetryReached(table.id(job), now));
        }
        for (Map.Entry<String, Long> each : List.copyOf(state.quarantined().entrySet())) {
            if (each.getValue() <= now) {
                journal.write(new QueueRecord.QuarantineEnded(each.getKey(), now));
            }
        }
        for (OtherHolders.Window window : state.machineState().others().windowsUntil(now)) {
            journal.write(new QueueRecord.WindowLeft(window.holder().id(), now));
        }
        passIsDue = true;
    }

    /// Turns what a pass decides into decisions for the driver.
    private record PassDecisions(List<Decision> decisions) implements PassListener {
        @Override
        public void started(long job, Placed placed, boolean isBackfilled) {
            decisions.add(new Decision.Start(job, placed.placement(), placed.end(), isBackfilled));
        }

        @Override
        public void planned(long job, Placed placed) {
            decisions.add(new Decision.Plan(job, placed.start()));
        }
    }
}

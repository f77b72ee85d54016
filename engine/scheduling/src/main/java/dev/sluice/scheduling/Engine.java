package dev.sluice.scheduling;

import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Holder;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.scheduling.CycleOptions.Passes;
import dev.sluice.scheduling.WorldOptions.Finished;
import dev.sluice.scheduling.WorldOptions.Stops;
import dev.sluice.scheduling.WorldOptions.Unsatisfiable;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.backfill.PassListener;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.scheduling.predict.Estimator;
import dev.sluice.scheduling.reason.Outlook;
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
    private final Parts parts;
    private final Cycle cycle = new Cycle();
    private final JobLife jobs;
    private final MachineFacts facts;
    private final Consequences consequences;
    private long lastNanos;
    private long passes;

    /// The last outlook; null before the first one and after a replay.
    private @Nullable Outlook outlook;

    /// When the last outlook was made by the reader's clock, which may be behind.
    private long outlookMadeNanos;

    private boolean outlookIsOld;
    private boolean cycleHasChanges;

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
        this.parts = new Parts(journal, cycle.decisions());
        this.pass = new Pass(
                journal,
                new PassDecisions(cycle.decisions()),
                skipsHopeless(),
                options.cycle().overdue() == CycleOptions.Overdue.STAYS);
        Refusals refusals = new Refusals(state, !skipsHopeless());
        this.jobs = new JobLife(options, journal, cycle, pass, parts, refusals);
        this.facts = new MachineFacts(journal, cycle, pass);
        this.consequences = new Consequences(journal.records(), cycle.decisions());
    }

    /// Returns whether jobs that no present node can run wait and are passed over; otherwise they are refused.
    private boolean skipsHopeless() {
        return options.world().unsatisfiable() == Unsatisfiable.WAITS;
    }

    /// Applies records of another engine, oldest first. Decisions are not repeated.
    ///
    /// From then on no time is earlier than theirs, whatever the clock of this process says: the other engine's
    /// clock may have been ahead, and no job may end before it has started.
    public void replay(List<QueueRecord> records) {
        for (QueueRecord record : records) {
            state.apply(record);
            state.recycleFinished();
            lastNanos = Math.max(lastNanos, record.timeNanos());
        }
        cycle.requestPass();
        outlook = null;
    }

    /// Returns records that lead to the present state.
    public List<QueueRecord> snapshot(long nowNanos) {
        return Snapshots.records(state, Math.max(lastNanos, nowNanos));
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
    /// It costs one copy of the state, made on demand and kept until a cycle has changed the state. If the
    /// options give it an age, it is kept for that long, and made anew afterwards even if nothing has changed:
    /// what is overdue delays all behind it as time passes.
    public Outlook outlook(long nowNanos) {
        Outlook known = outlook;
        long age = options.world().outlookNanos();
        boolean isYoung = known != null && nowNanos - outlookMadeNanos < age;
        if (known == null || (!isYoung && (outlookIsOld || age > 0))) {
            known = new Outlook(
                    EngineSnapshot.of(state, Math.max(lastNanos, nowNanos)),
                    !options.policy().backfills(),
                    skipsHopeless());
            outlook = known;
            outlookMadeNanos = nowNanos;
            outlookIsOld = false;
        }
        return known;
    }

    /// Handles one event.
    ///
    /// @param clockNanos the time; if that is earlier than the last one, the last one counts
    public Consequences handle(Event event, long clockNanos) {
        long nowNanos = begin(clockNanos);
        // The frequent ones first: each case costs a comparison.
        switch (event) {
            case Event.JobSubmitted it -> jobs.submit(it.job(), nowNanos);
            case Event.JobFinished it ->
                jobs.end(table.indexOf(it.job()), JobState.COMPLETED, Optional.empty(), nowNanos);
            case Event.JobChanged it -> jobs.change(it.job(), nowNanos);
            case Event.JobHeld it -> jobs.hold(table.indexOf(it.job()), it.why(), nowNanos);
            case Event.JobReleased it -> jobs.release(table.indexOf(it.job()), nowNanos);
            case Event.JobCancelled it -> jobs.cancel(table.indexOf(it.job()), nowNanos);
            case Event.JobStarted it -> jobs.confirm(table.indexOf(it.job()), nowNanos);
            case Event.JobFailed it -> jobs.end(table.indexOf(it.job()), JobState.FAILED, it.cause(), nowNanos);
            case Event.JobTimedOut it -> jobs.end(table.indexOf(it.job()), JobState.TIMED_OUT, it.cause(), nowNanos);
            case Event.JobVanished it ->
                jobs.end(table.indexOf(it.job()), JobState.UNKNOWN, Optional.empty(), nowNanos);
            case Event.JobLost it -> jobs.requeue(it, nowNanos);
            case Event.NodesExcluded it -> jobs.exclude(table.indexOf(it.job()), it.nodes(), nowNanos);
            case Event.JobAdopted it -> jobs.adopt(it, nowNanos);
            case Event.AttemptsSeen it -> jobs.seeAttempts(table.indexOf(it.job()), it.attempts(), nowNanos);
            case Event.PartFound it -> jobs.findPart(table.indexOf(it.job()), it.part(), nowNanos);
            case Event.PartEnded it -> jobs.releasePart(table.indexOf(it.job()), it.part(), 1, it.why(), nowNanos);
            case Event.PartLost it -> jobs.losePart(it, nowNanos);
            case Event.PartShrunk it -> jobs.releasePart(table.indexOf(it.job()), it.less(), 0, "", nowNanos);
            case Event.PartsWanted it -> jobs.want(table.indexOf(it.job()), it.part(), it.parts(), nowNanos);
            case Event.GrowthWanted it -> jobs.grow(table.indexOf(it.job()), it.parts());
            case Event.PartsUnwanted it -> parts.reduce(table.indexOf(it.job()), it.parts());
            case Event.JobOverran it -> jobs.overran(table.indexOf(it.job()), nowNanos);
            case Event.NodeClosed it -> facts.setClosed(it.path(), it.reason(), true);
            case Event.NodeOpened it -> facts.setClosed(it.path(), it.reason(), false);
            case Event.NodeAdded it -> facts.changeMachine(() -> state.attach(it.part(), nowNanos), nowNanos);
            case Event.NodeRemoved it -> facts.changeVertex(it.path(), () -> state.remove(it.path()), nowNanos);
            case Event.NodeMoved it ->
                facts.changeVertex(it.from(), () -> state.move(it.from(), it.to(), it.part(), nowNanos), nowNanos);
            case Event.NodeResized it ->
                facts.changeVertex(it.path(), () -> state.resize(it.path(), it.size(), nowNanos), nowNanos);
            case Event.NodeRelabelled it ->
                facts.changeNode(it.path(), node -> state.machine().relabel(node, it.labels()));
            case Event.NodeTainted it ->
                facts.changeNode(it.path(), node -> state.machine().graph().setTaints(node, it.taints()));
            case Event.ForeignHeld it -> facts.enter(it.use(), nowNanos);
            case Event.ForeignGone it -> facts.remove(it.id());
            case Event.WindowCreated it ->
                facts.enterWindow(new Holder.Window(it.id(), it.name()), it.what(), it.span(), nowNanos);
            case Event.WindowDeleted it -> facts.leaveWindow(it.id(), nowNanos);
            case Event.TimerFired _ -> fire(nowNanos);
        }
        if (cycle.isPassDue() && options.cycle().passes() == Passes.EACH_EVENT) {
            runPass(nowNanos);
        }
        return commit();
    }

    /// Ends an instant: all its events have been handed in. Runs the scheduling pass.
    public Consequences settle(long clockNanos) {
        long nowNanos = begin(clockNanos);
        if (cycle.isPassDue()) {
            runPass(nowNanos);
        }
        Consequences settled = commit();
        outlookIsOld |= cycleHasChanges;
        cycleHasChanges = false;
        return settled;
    }

    /// Returns the time that counts.
    private long begin(long clockNanos) {
        long now = Math.max(lastNanos, clockNanos);
        lastNanos = now;
        state.machineState().beginWindows(now);
        state.recycleFinished();
        journal.clear();
        cycle.decisions().clear();
        return now;
    }

    private Consequences commit() {
        journal.settle();
        cycleHasChanges |= cycle.takeMachineChanged();
        cycleHasChanges |= journal.isChanged();
        return consequences;
    }

    private void runPass(long now) {
        cycle.passStarts();
        jobs.handleOverdue(now);
        do {
            passes++;
            pass.begin(now);
            boolean isFreed = state.changes().isFreed(now);
            if (parts.isWaiting() && isFreed) {
                // Running jobs that lack parts go ahead of reservations, too.
                pass.dropPlans();
                parts.extendAll(now);
            }
            options.policy().run(pass);
            if (isFreed && (options.policy().backfills() || pass.first() == JobTable.NO_JOB)) {
                parts.growAll(now);
            }
        } while (pass.settle());
    }

    private void fire(long now) {
        if (options.world().stops() == Stops.WHEN_REPORTED) {
            jobs.stopOverdue(now);
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
        if (parts.isWaiting() || !state.lacking().growing().isEmpty()) {
            // A node may be avoided no longer.
            state.changes().freed();
        }
        cycle.requestPass();
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

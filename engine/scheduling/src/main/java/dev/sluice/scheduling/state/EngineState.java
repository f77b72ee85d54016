package dev.sluice.scheduling.state;

import dev.sluice.graph.Placement;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.runtime.fault.Invariants;
import dev.sluice.scheduling.limit.LimitUsage;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.machine.RequestShapes;
import dev.sluice.scheduling.order.JobHeap;
import dev.sluice.scheduling.order.WaitingJobs;
import dev.sluice.scheduling.predict.Estimator;
import dev.sluice.scheduling.ready.Readiness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/// The engine's state: jobs, eligible jobs, running jobs, reservations and the machine.
///
/// Changes only by [#apply], except for labels and taints of nodes. In the graph, a job's holding has the job's index
/// as its number; windows and other
/// schedulers' holdings have negative numbers.
public final class EngineState {
    private final Rules rules;
    private final JobTable table = new JobTable();
    private final ResourceModel machine;
    private final RequestShapes shapes;
    private final LimitUsage limits;
    private final Readiness readiness;
    private final WaitingJobs waiting;

    /// Jobs that hold resources now, by expected end.
    private final JobHeap running = new JobHeap();

    /// Jobs with a reservation, by start.
    private final JobHeap planned = new JobHeap();

    private final Map<Long, QueueRecord.Taken> taken = new TreeMap<>();
    private final NavigableSet<QueueRecord.Taken> takenByEnd = new TreeSet<>(
            Comparator.<QueueRecord.Taken>comparingLong(it -> it.span().endNanos())
                    .thenComparingLong(QueueRecord.Taken::holder));
    private final NavigableSet<QueueRecord.Taken> takenByStart = new TreeSet<>(
            Comparator.<QueueRecord.Taken>comparingLong(it -> it.span().startNanos())
                    .thenComparingLong(QueueRecord.Taken::holder));
    private final Map<String, Integer> vertices = new HashMap<>();
    private int[] shapeOf = new int[64];
    private boolean[] inLine = new boolean[64];
    private final Changes changes = new Changes();

    public EngineState(ResourceModel machine, Rules rules) {
        this.machine = machine;
        this.rules = rules;
        this.shapes = new RequestShapes(machine);
        this.limits = new LimitUsage(rules.queues());
        this.readiness = new Readiness(table);
        this.waiting = new WaitingJobs(rules.scanOrder());
    }

    /// Reserves memory for this many jobs in advance.
    public void expect(int jobs) {
        table.expect(jobs);
        waiting.expect(jobs);
        makeRoom(jobs);
    }

    public JobTable table() {
        return table;
    }

    public ResourceModel machine() {
        return machine;
    }

    public LimitUsage limits() {
        return limits;
    }

    public Readiness readiness() {
        return readiness;
    }

    /// Returns the eligible jobs: those that wait for resources only.
    public WaitingJobs waiting() {
        return waiting;
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
        return shapeOf[job];
    }

    public RequestShape shape(int job) {
        return shapes.shape(shapeOf[job]);
    }

    public boolean isInLine(int job) {
        return inLine[job];
    }

    /// Returns the jobs with a reservation, by start.
    public JobHeap planned() {
        return planned;
    }

    /// Returns the jobs that hold resources now, by expected end.
    public JobHeap running() {
        return running;
    }

    /// Returns windows and other schedulers' holdings, by holder.
    public Map<Long, QueueRecord.Taken> taken() {
        return Collections.unmodifiableMap(taken);
    }

    /// Returns the next end of a window or another scheduler's holding after this time, or [Long#MAX_VALUE].
    public long firstGivenBackAfter(long nanos) {
        if (!takenByEnd.isEmpty()) {
            for (QueueRecord.Taken it : takenByEnd) {
                if (it.span().endNanos() > nanos) {
                    return it.span().endNanos();
                }
            }
        }
        return Long.MAX_VALUE;
    }

    /// Returns the latest start of a window or another scheduler's holding, or -1 if there is none.
    public long lastTakenStart() {
        return takenByStart.isEmpty() ? -1 : takenByStart.last().span().startNanos();
    }

    /// Returns the windows and other schedulers' holdings that have ended by now.
    public List<QueueRecord.Taken> takenUntil(long nowNanos) {
        List<QueueRecord.Taken> over = new ArrayList<>();
        for (QueueRecord.Taken it : takenByEnd) {
            if (it.span().endNanos() > nowNanos) {
                break;
            }
            over.add(it);
        }
        over.sort(Comparator.comparingLong(QueueRecord.Taken::holder));
        return over;
    }

    public OptionalInt vertex(String path) {
        Integer known = vertices.get(path);
        if (known != null) {
            return OptionalInt.of(known);
        }
        OptionalInt found = machine.graph().findByPath(path);
        found.ifPresent(vertex -> vertices.put(path, vertex));
        return found;
    }

    public EngineImage image() {
        return EngineImage.of(this);
    }

    public void apply(QueueRecord record) {
        if (record instanceof QueueRecord.Changed it) {
            leave(table.indexOf(it.job().id()));
        }
        int job = table.apply(record);
        switch (record) {
            case QueueRecord.Submitted _ -> submitted(job);
            case QueueRecord.Changed _ -> changed(job);
            case QueueRecord.Held _ -> refresh(job);
            case QueueRecord.Released _ -> refresh(job);
            case QueueRecord.BeginReached _ -> begun(job);
            case QueueRecord.Refused _ -> refused(job);
            case QueueRecord.Planned it -> planned(job, it);
            case QueueRecord.PlanDropped _ -> planDropped(job);
            case QueueRecord.Started it -> started(job, it);
            case QueueRecord.Confirmed _ -> {}
            case QueueRecord.EndMoved it -> endMoved(job, it.endNanos());
            case QueueRecord.Vacated _ -> vacated(job);
            case QueueRecord.Requeued _ -> requeued(job);
            case QueueRecord.Ended it -> ended(job, it);
            case QueueRecord.VertexDown it -> vertexDown(it);
            case QueueRecord.Grown it -> {
                machine.attach(it.part());
                machineChanged();
            }
            case QueueRecord.Removed it -> {
                machine.remove(vertex(it.path()).orElseThrow());
                vacateJobsWithoutResources();
                machineChanged();
            }
            case QueueRecord.Resized it -> {
                machine.resize(vertex(it.path()).orElseThrow(), it.size());
                machineChanged();
            }
            case QueueRecord.Taken it -> taken(it);
            case QueueRecord.GivenBack it -> givenBack(it);
        }
    }

    private void submitted(int job) {
        if (job >= shapeOf.length) {
            makeRoom(2 * shapeOf.length);
        }
        shapeOf[job] = shapes.numberOf(
                table.job(job).jobspec(),
                limits.rules(table.job(job).queuePriority().queue()).nodeSet());
        machine.ports()
                .claim(
                        job,
                        table.job(job)
                                .jobspec()
                                .attributes()
                                .system()
                                .directives()
                                .hostPorts());
        readiness.entered(job);
        refresh(job);
    }

    private void makeRoom(int jobs) {
        shapeOf = Arrays.copyOf(shapeOf, Math.max(jobs, shapeOf.length));
        inLine = Arrays.copyOf(inLine, shapeOf.length);
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
        shapeOf[job] = shapes.numberOf(
                table.job(job).jobspec(),
                limits.rules(table.job(job).queuePriority().queue()).nodeSet());
        machine.ports()
                .claim(
                        job,
                        table.job(job)
                                .jobspec()
                                .attributes()
                                .system()
                                .directives()
                                .hostPorts());
        readiness.entered(job);
        refresh(job);
        readiness.sameNameJobs(job).forEach(this::refresh);
        changes.both();
    }

    /// Adds the job to the eligible jobs or removes it, according to its state.
    private void refresh(int job) {
        boolean ready = table.isWaiting(job)
                && (!readiness.hasConditions(job) || readiness.outcome(job) == Readiness.Outcome.MET);
        if (ready && !inLine[job]) {
            RequestShape shape = shape(job);
            long key = rules.order().key(table.job(job), shape, table.submittedNanos(job));
            waiting.add(job, key, table.estimateNanos(job), shapeOf[job], shape);
            inLine[job] = true;
            changes.add(job);
        } else if (!ready && inLine[job]) {
            takeOutOfLine(job);
            changes.freed();
        }
    }

    private void takeOutOfLine(int job) {
        if (inLine[job]) {
            waiting.remove(job, shapeOf[job]);
            inLine[job] = false;
            changes.left(job);
        }
    }

    private void refused(int job) {
        takeOutOfLine(job);
        machine.ports().release(job);
        readiness.left(job);
        refreshDependents(job, true);
    }

    private void planned(int job, QueueRecord.Planned record) {
        machine.hold(new Holding(job, record.placement(), record.startNanos(), record.endNanos(), true));
        planned.add(job, record.startNanos());
    }

    private void planDropped(int job) {
        machine.cancel(job);
        planned.remove(job);
    }

    private void started(int job, QueueRecord.Started record) {
        takeOutOfLine(job);
        machine.advanceTo(record.timeNanos());
        machine.hold(new Holding(job, record.placement(), record.timeNanos(), record.endNanos(), false));
        running.add(job, record.endNanos());
        changes.endsAt(record.endNanos());
        limits.note(table, job, shape(job), true);
        refreshDependents(job, false);
    }

    /// A vacated job is never reinstated, even if its expected end moves.
    private void endMoved(int job, long endNanos) {
        if (!running.contains(job)) {
            return;
        }
        boolean later = endNanos > running.key(job);
        machine.setEnd(job, endNanos);
        running.remove(job);
        running.add(job, endNanos);
        changes.endsAt(endNanos);
        changes.endMoved(later);
    }

    /// Reservations of jobs behind it were made without it, so they may no longer hold.
    private void requeued(int job) {
        vacated(job);
        limits.note(table, job, shape(job), false);
        changes.both();
        refresh(job);
    }

    private void ended(int job, QueueRecord.Ended record) {
        long startedNanos = table.startedNanos(job);
        if (startedNanos == JobTable.NEVER) {
            takeOutOfLine(job);
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
        machine.ports().release(job);
        readiness.left(job);
        refreshDependents(job, true);
    }

    private void vacated(int job) {
        if (running.contains(job)) {
            machine.cancel(job);
            running.remove(job);
            changes.freed();
        }
    }

    /// Vacates the jobs whose resources have all been removed, before their end is reported.
    private void vacateJobsWithoutResources() {
        for (int job : running.sorted()) {
            if (machine.occupancy().holding(job).isEmpty()) {
                vacated(job);
            }
        }
    }

    private void refreshDependents(int job, boolean over) {
        List<Integer> concerned = readiness.dependentsOf(job, over);
        for (int i = 0; i < concerned.size(); i++) {
            refresh(concerned.get(i));
        }
    }

    private void vertexDown(QueueRecord.VertexDown record) {
        OptionalInt vertex = vertex(record.path());
        Invariants.check(vertex.isPresent(), "there is no vertex (%s)", record.path());
        machine.graph().setDown(vertex.getAsInt(), record.isDown());
        if (record.isDown()) {
            changes.worsened();
        } else {
            changes.freed();
        }
    }

    private void machineChanged() {
        vertices.clear();
        changes.both();
    }

    /// Notes that labels or taints of a node have changed, which are facts about the machine and not recorded. Some
    /// jobs may start that could not, and some reservations may no longer hold.
    public void nodeRulesChanged() {
        changes.both();
    }

    private void taken(QueueRecord.Taken record) {
        taken.put(record.holder(), record);
        takenByEnd.add(record);
        takenByStart.add(record);
        Placement placement = record.placement();
        machine.hold(new Holding(
                record.holder(),
                placement,
                record.span().startNanos(),
                record.span().endNanos(),
                record.span().startNanos() > record.timeNanos()));
        changes.endsAt(record.span().endNanos());
        changes.worsened();
    }

    private void givenBack(QueueRecord.GivenBack record) {
        QueueRecord.Taken gone = Objects.requireNonNull(taken.remove(record.holder()));
        takenByEnd.remove(gone);
        takenByStart.remove(gone);
        machine.cancel(record.holder());
        machine.ports().release(record.holder());
        changes.freed();
    }
}

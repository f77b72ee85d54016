package dev.sluice.scheduling.backfill;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.runtime.heap.IntHeap;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.scheduling.machine.PlanTimes;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.order.OrderedJobs;
import dev.sluice.scheduling.order.WaitingJobs;
import dev.sluice.scheduling.state.Changes;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;

/// One scheduling pass over the waiting jobs. Policies are written with its methods.
///
/// A job is an index. [#first] and [#next] iterate over the eligible jobs in queue order; [#cores],
/// [#estimateNanos] and others return what a job requests; [#tryStart], [#reserve], [#startOrReserve], [#improve]
/// and [#dropPlan] decide. Reservations last from pass to pass until they are dropped or the job starts. Only the
/// engine calls [#begin], [#giveWay] and [#settle].
///
/// The graph answers all questions about free resources. In it, running jobs hold their resources until their
/// expected end, and reservations hold theirs in the future. So "does not delay a reservation" means "fits beside
/// it for the whole estimate", on any machine.
public final class Pass {
    public static final int NO_JOB = OrderedJobs.NONE;

    private final Journal journal;
    private final EngineState state;
    private final JobTable table;
    private final WaitingJobs waiting;
    private final ResourceModel machine;
    private final boolean skipsHopeless;
    private final IntPredicate going = this::isGoing;
    private final boolean overdueStays;
    private final PassListener listener;
    private long now;

    /// The groups that a scan still tries, by the scan key and the submission of the group's next job.
    private final IntHeap groups = new IntHeap();

    /// The shortest duration for which a shape failed, and the scan in which it did.
    private long[] failedFor = new long[0];

    private long[] failedIn = new long[0];

    /// Each group's next job to try.
    private int[] candidates = new int[0];

    private long scanNumber = 1;
    private int started;
    private boolean windowAhead;
    private boolean sharedWithOthers;
    private boolean hasOverdue;

    /// The number of arrivals when the pass began.
    private long arrivals;

    /// @param listener is told of starts and reservations
    /// @param skipsHopeless whether jobs that no present node can run wait and are passed over; otherwise they are
    ///     refused, and jobs that cannot be planned at present hold up others as the policy says
    /// @param overdueStays whether jobs past their expected end hold their resources until their end is reported
    public Pass(Journal journal, PassListener listener, boolean skipsHopeless, boolean overdueStays) {
        this.listener = listener;
        this.overdueStays = overdueStays;
        this.skipsHopeless = skipsHopeless;
        this.journal = journal;
        this.state = journal.state();
        this.table = state.table();
        this.waiting = state.waiting();
        this.machine = state.machine();
    }

    /// Prepares the pass; called before the policy runs.
    public void begin(long nowNanos) {
        now = nowNanos;
        started = 0;
        arrivals = state.changes().arrivals();
        OtherHolders others = state.machineState().others();
        sharedWithOthers = !others.isEmpty();
        windowAhead = others.lastWindowStart() > nowNanos;
        hasOverdue = state.hasOverdue(nowNanos);
        if (state.changes().isFreed(nowNanos)) {
            state.satisfiability().freed();
        }
    }

    /// Returns how many jobs this pass has started.
    public int started() {
        return started;
    }

    /// Returns whether a job has become eligible in this pass, since the job that it is to start after has started. A
    /// policy that goes along the line may stop then: another pass follows, which has the job in its place.
    public boolean hasArrivals() {
        return arrivals != state.changes().arrivals();
    }

    /// Ends the pass: its changes are handled, and no other job can start until the next change.
    ///
    /// @return whether another pass has to follow at once, over all jobs
    public boolean settle() {
        boolean isUnfinished = hasArrivals();
        state.passEnds(hasOverdue);
        state.changes()
                .settle(
                        Math.min(
                                state.nextEndNanos(),
                                state.machineState().others().firstEndAfter(now)),
                        isUnfinished);
        return isUnfinished;
    }

    public long now() {
        return now;
    }

    public Changes changes() {
        return state.changes();
    }

    public int planCount() {
        return state.planned().size();
    }

    public boolean isPlanned(int job) {
        return table.plannedNanos(job) != JobTable.NEVER;
    }

    public boolean isInLine(int job) {
        return state.isInLine(job);
    }

    public boolean isBefore(int one, int other) {
        return waiting.isBefore(one, other);
    }

    /// Returns the first eligible job within all limits, or [#NO_JOB].
    public int first() {
        return waiting.firstGoing(going);
    }

    /// Returns the next eligible job after this one, or [#NO_JOB].
    public int next(int job) {
        return waiting.nextGoing(job, going);
    }

    /// A job that no present node can run, or that has no prospect, does not block others.
    private boolean isGoing(int job) {
        return isAllowed(job) && !isHopeless(job) && (!skipsHopeless || fitsPresentNodes(job));
    }

    private boolean fitsPresentNodes(int job) {
        return state.satisfiability().fits(state.shapeNumber(job));
    }

    /// Returns whether the job is passed over, as are all jobs of its shape, until the machine changes: it is known
    /// that it cannot be planned.
    public boolean isHopeless(int job) {
        return skipsHopeless && state.satisfiability().hasNoProspect(state.shapeNumber(job));
    }

    /// Returns whether a job that does not fit now is to be passed over: there is no place for it in the plan
    /// at any time. Such a job is noted, so the next call of [#first] gives another one.
    public boolean isWithoutProspect(int job) {
        if (skipsHopeless && isAllowed(job)) {
            noteNoProspect(job);
        }
        return isHopeless(job);
    }

    /// Returns whether the limits of the job's queue let it start now. [#first] and [#next] skip jobs that may not,
    /// but each start may use up the limit of the next job.
    public boolean isAllowed(int job) {
        return !state.limits().hasLimits() || state.limits().allows(table, job, state.shape(job));
    }

    /// Returns the minimum number of cores that the job requests; 0 if none. On counted processors, the number of
    /// these.
    public long cores(int job) {
        return state.shape(job).cores();
    }

    /// Returns the minimum number of nodes that the job requests; 0 if none.
    public long nodes(int job) {
        return state.shape(job).nodes();
    }

    /// Returns the job's estimated run time: its wall time, or the estimator's prediction.
    public long estimateNanos(int job) {
        return table.estimateNanos(job);
    }

    /// Returns how long the job may run.
    public long wallNanos(int job) {
        return table.job(job).wallNanos();
    }

    public long submittedNanos(int job) {
        return table.submittedNanos(job);
    }

    /// Returns the start of the job's reservation; only if it [#isPlanned].
    public long plannedNanos(int job) {
        return table.plannedNanos(job);
    }

    /// Returns the job's user; empty if unknown.
    public String user(int job) {
        return table.job(job).owner().user();
    }

    public String queue(int job) {
        return table.job(job).queuePriority().queue();
    }

    /// Returns the job's priority, set by its submitter or its queue; higher is more urgent.
    public long priority(int job) {
        return table.job(job).queuePriority().priority();
    }

    /// Returns the waiting job with the latest reservation, or [#NO_JOB].
    public int lastPlannedInLine() {
        int last = NO_JOB;
        for (int i = 0; i < state.planned().size(); i++) {
            int job = state.planned().job(i);
            last = last == NO_JOB || waiting.isBefore(last, job) ? job : last;
        }
        return last;
    }

    /// Returns the job with the earliest reservation, or [#NO_JOB].
    public int firstPlanned() {
        return state.planned().first();
    }

    public void dropPlans() {
        while (planCount() > 0) {
            dropPlan(firstPlanned());
        }
    }

    /// Drops all reservations for what goes ahead of them. The next pass makes them anew in order, even if nothing has
    /// come of it. Only the engine calls it, outside of passes.
    public void giveWay(long nowNanos) {
        begin(nowNanos);
        if (planCount() > 0) {
            dropPlans();
            state.changes().worsened();
        }
    }

    public void dropPlan(int job) {
        journal.write(new QueueRecord.PlanDropped(table.id(job), now));
    }

    /// Starts the job if resources are free from now on for its whole duration. It must have no reservation.
    ///
    /// @param ahead whether this start is a backfill, ahead of an earlier job
    public boolean tryStart(int job, boolean ahead) {
        RequestShape shape = state.shape(job);
        if (!isAllowed(job) || shape.cores() > freeCores()) {
            return false;
        }
        Optional<Placed> placed = machine.findAt(shape.request(), now, lasts(job));
        if (placed.isEmpty()) {
            return false;
        }
        start(job, elsewhere(job).orElse(placed.get()), ahead);
        return true;
    }

    /// Returns another place than the one that failed the job.
    private Optional<Placed> elsewhere(int job) {
        return table.failedOn(job).isEmpty()
                ? Optional.empty()
                : machine.findAt(state.elsewhere(job).request(), now, lasts(job));
    }

    private Optional<Placed> findFromNow(int job) {
        CompiledJobspec request = state.shape(job).request();
        return overdueStays
                ? machine.findFromNow(request, now, lasts(job), hasOverdue)
                : machine.findFrom(request, now, lasts(job));
    }

    /// Returns how long the resources must be free: the estimate or, if a window begins before the wall time is
    /// over, the wall time.
    private long lasts(int job) {
        return windowAhead ? PlanTimes.duration(table.job(job).wallNanos()) : estimated(job);
    }

    private long estimated(int job) {
        return PlanTimes.duration(table.estimateNanos(job));
    }

    /// Returns whether the job would fit if it took no time.
    public boolean fitsForAnInstant(int job) {
        RequestShape shape = state.shape(job);
        return shape.cores() <= freeCores()
                && machine.findAt(shape.request(), now, 1).isPresent();
    }

    /// Makes a reservation at the earliest possible time, which may be now. Returns false if the machine in its
    /// current state can never run the job.
    public boolean reserve(int job) {
        Optional<Placed> placed = findFromNow(job);
        if (placed.isEmpty()) {
            noteNoProspect(job);
            return false;
        }
        plan(job, placed.get());
        return true;
    }

    /// Starts the job if it fits now, otherwise makes a reservation. Returns false if the machine in its current
    /// state can never run it.
    public boolean startOrReserve(int job, boolean ahead) {
        if (!isAllowed(job)) {
            return false;
        }
        Optional<Placed> placed = findFromNow(job);
        if (placed.isPresent() && placed.get().start() > now) {
            plan(job, placed.get());
            return true;
        }
        if (placed.isEmpty()) {
            noteNoProspect(job);
            return false;
        }
        // Free in the plan, though perhaps not yet in fact: an overdue job may still hold it.
        return tryStart(job, ahead) || planAsSoonAsFree(job, placed.get());
    }

    /// Nothing is concluded beside a reservation without an end, which may be dropped, nor if the job would fit
    /// once all else has ended, but too late to end. Some requests may fit at times when less is free: they are
    /// tried again when anything has ended.
    private void noteNoProspect(int job) {
        CompiledJobspec request = state.shape(job).request();
        if (!machine.occupancy().hasOpenReservations() && !machine.fitsAfterAllEnds(request)) {
            state.satisfiability().noteNoProspect(state.shapeNumber(job), request.isMonotone());
        }
    }

    private boolean planAsSoonAsFree(int job, Placed placed) {
        plan(job, placed);
        return true;
    }

    /// Moves a reservation to an earlier time if possible, and starts the job if that is now.
    public void improve(int job, boolean ahead) {
        if (!mayBeEarlier(job)) {
            return;
        }
        Holding held = machine.occupancy().holding(job).orElseThrow();
        // Lifts the reservation to search. If no earlier time is found, it is put back unchanged.
        machine.cancel(job);
        Optional<Placed> placed = findFromNow(job);
        machine.hold(held);
        boolean isNoBetter = placed.isEmpty() || placed.get().start() >= held.start();
        if (isNoBetter && held.start() > now) {
            return;
        }
        dropPlan(job);
        if (placed.isPresent() && placed.get().start() > now) {
            plan(job, placed.get());
        } else {
            startOrReserve(job, ahead);
        }
    }

    /// Returns whether a reservation might move earlier, judging by the total of free cores.
    ///
    /// To move earlier, enough cores must be free either for the whole duration before the reservation begins, or
    /// from some moment right up to its start: the time after that is already its own. This costs two queries to
    /// the graph; the first is skipped if the duration does not fit before the reservation. Lifting the reservation
    /// and searching would cost ten times as much.
    public boolean mayBeEarlier(int job) {
        long planned = table.plannedNanos(job);
        long cores = state.shape(job).cores();
        if (planned <= now || cores == 0) {
            return true;
        }
        int root = machine.graph().root();
        long latest = planned - estimated(job);
        return (now <= latest
                        && machine.occupancy().availability().firstWithCores(root, now, estimated(job), cores)
                                <= latest)
                || machine.occupancy().availability().freeCores(root, planned - 1, planned) >= cores;
    }

    /// Backfills: tries all eligible jobs without a reservation, in the policy's scan order.
    ///
    /// Equivalent to trying them one by one, but faster. If a shape fails for some duration, it also fails for
    /// longer ones, and jobs that need more cores than are free always fail. So only the first job of each shape,
    /// and after it only shorter ones, are tried.
    public void scan() {
        long free = freeCores();
        groups.clear();
        if (failedFor.length < state.shapes().size()) {
            failedFor = Arrays.copyOf(failedFor, 2 * state.shapes().size());
            failedIn = Arrays.copyOf(failedIn, failedFor.length);
        }
        for (int i = 0; i < waiting.groupCount() && waiting.cores(i) <= free; i++) {
            int group = waiting.group(i);
            int job = waiting.firstOf(group);
            if (group >= candidates.length) {
                candidates = Arrays.copyOf(candidates, 2 * group + 1);
            }
            candidates[group] = job;
            if (!isHopeless(job)) {
                groups.add(waiting.scanKey(job), table.sequence(job), group);
            }
        }
        while (!groups.isEmpty()) {
            int group = groups.first();
            int job = candidates[group];
            int shape = state.shapeNumber(job);
            if (!isAllowed(job)) {
                // Nor are the others of its group.
                groups.removeFirst();
            } else if (isPlanned(job)) {
                // The job was not tried, so its shape has not failed.
                tryNext(waiting.nextOf(group, job, shortestFailed(shape)));
            } else if (tryStart(job, true) || lasts(job) > estimated(job)) {
                // The job was tried for longer than its estimate, so longer estimates have not failed.
                tryNext(waiting.nextOf(group, job, shortestFailed(shape)));
            } else {
                failedFor[shape] = table.estimateNanos(job);
                failedIn[shape] = scanNumber;
                tryNext(waiting.nextOf(group, job, failedFor[shape]));
            }
        }
        scanNumber++;
    }

    private long shortestFailed(int shape) {
        return failedIn[shape] == scanNumber ? failedFor[shape] : Long.MAX_VALUE;
    }

    /// Replaces the first group's job by the next one to try, or drops the group if there is none.
    private void tryNext(int job) {
        if (job == NO_JOB) {
            groups.removeFirst();
        } else {
            candidates[groups.first()] = job;
            groups.rekeyFirst(waiting.scanKey(job), table.sequence(job));
        }
    }

    /// Returns an upper bound of the cores that a job can get now. The stock answers without a search, unless
    /// windows or other schedulers' work lie ahead: their time may have come.
    public long freeCores() {
        return sharedWithOthers
                ? machine.occupancy().availability().freeCores(machine.graph().root(), now, now + 1)
                : machine.occupancy().availability().coresInStock();
    }

    private void start(int job, Placed placed, boolean ahead) {
        journal.start(job, placed, ahead, now);
        listener.started(table.id(job), placed, ahead);
        started++;
    }

    private void plan(int job, Placed placed) {
        journal.plan(job, placed, now);
        listener.planned(table.id(job), placed);
    }
}

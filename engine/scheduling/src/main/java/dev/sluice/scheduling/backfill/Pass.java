package dev.sluice.scheduling.backfill;

import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.order.OrderedJobs;
import dev.sluice.scheduling.order.WaitingJobs;
import dev.sluice.scheduling.state.Changes;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import java.util.Arrays;
import java.util.Optional;

/// One look at the waiting jobs, at one moment. Policies are written in its verbs.
///
/// A job is known by its number. [#first] and [#next] walk through those in line; [#cores], [#estimateNanos] and the
/// others say what each asks for; [#tryStart], [#reserve], [#startOrReserve], [#improve] and [#dropPlan] decide.
/// Reservations last from pass to pass until they are dropped or their jobs start. [#begin] and [#settle] are the
/// engine's: a policy leaves them alone.
///
/// Everything about room is asked of the graph, in which running jobs hold what they have until they should be
/// over and reserved ones what they will have. So "does not delay whoever has a reservation" is "fits beside
/// it, for as long as it takes", on any machine.
public final class Pass {
    public static final int NO_JOB = OrderedJobs.NONE;

    private final Journal journal;
    private final EngineState state;
    private final JobTable table;
    private final WaitingJobs waiting;
    private final ResourceModel machine;
    private long now;

    /// The shapes that are still tried in a scan, as a heap by the job that comes next.
    private int[] heap = new int[16];

    private int heapSize;
    private int[] nextOfShape = new int[0];

    /// The shortest time that a shape has failed for, and in which scan that was.
    private long[] failedFor = new long[0];

    private long[] failedIn = new long[0];
    private long scanNumber = 1;
    private int started;
    private boolean windowAhead;
    private boolean sharedWithOthers;

    public Pass(Journal journal) {
        this.journal = journal;
        this.state = journal.state();
        this.table = state.table();
        this.waiting = state.waiting();
        this.machine = state.machine();
    }

    /// To be called before a policy gets to see the pass.
    public void begin(long nowNanos) {
        now = nowNanos;
        started = 0;
        sharedWithOthers = !state.taken().isEmpty();
        windowAhead = state.lastTakenStart() > nowNanos;
    }

    /// How many jobs this pass has started.
    public int started() {
        return started;
    }

    /// What has happened is seen; until something else happens, nobody else may go.
    public void settle() {
        // Whoever should have been over by now was dealt with before the pass.
        int next = state.running().first();
        long nextEnd = next == NO_JOB ? Long.MAX_VALUE : table.endNanos(next);
        state.changes().settle(Math.min(nextEnd, state.firstGivenBackAfter(now)));
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

    /// The first in line who is within all limits, or [#NO_JOB].
    public int first() {
        return allowed(waiting.first());
    }

    /// The next one in line.
    public int next(int job) {
        return allowed(waiting.next(job));
    }

    private int allowed(int job) {
        int candidate = job;
        while (candidate != NO_JOB && !isAllowed(candidate)) {
            candidate = waiting.next(candidate);
        }
        return candidate;
    }

    /// Whether the limits of the job's queue let it start now. [#first] and [#next] pass over jobs that may not, but
    /// each start may use up the limit of the next job.
    public boolean isAllowed(int job) {
        return state.limits().allows(table, job, state.shape(job));
    }

    /// How many cores the job asks for at least; 0 if its request names none. On counted processors, how many of them.
    public long cores(int job) {
        return state.shape(job).cores();
    }

    /// How many nodes the job asks for at least; 0 if its request names none.
    public long nodes(int job) {
        return state.shape(job).nodes();
    }

    /// How long the job is expected to run: its wall time, or what the policy's estimator says.
    public long estimateNanos(int job) {
        return table.estimateNanos(job);
    }

    /// How long the job may run.
    public long wallNanos(int job) {
        return table.job(job).wallNanos();
    }

    public long submittedNanos(int job) {
        return table.submittedNanos(job);
    }

    /// When the job is planned to start; only if it [#isPlanned].
    public long plannedNanos(int job) {
        return table.plannedNanos(job);
    }

    /// The user who submitted the job; empty if unknown.
    public String user(int job) {
        return table.job(job).owner().user();
    }

    public String queue(int job) {
        return table.job(job).standing().queue();
    }

    /// The job's priority, as its submitter or its queue has it; higher means more urgent.
    public long priority(int job) {
        return table.job(job).standing().priority();
    }

    /// The job with the latest plan among those in line, or [#NO_JOB].
    public int lastPlannedInLine() {
        int last = NO_JOB;
        for (int i = 0; i < state.planned().size(); i++) {
            int job = state.planned().job(i);
            last = last == NO_JOB || waiting.isBefore(last, job) ? job : last;
        }
        return last;
    }

    /// The job that is planned to start first, or [#NO_JOB].
    public int firstPlanned() {
        return state.planned().first();
    }

    public void dropPlans() {
        while (planCount() > 0) {
            dropPlan(firstPlanned());
        }
    }

    public void dropPlan(int job) {
        journal.write(new QueueRecord.PlanDropped(table.id(job), now));
    }

    /// Starts the job if there is room from now on for as long as it takes. It must have no plan.
    ///
    /// @param ahead whether it would go ahead of somebody
    public boolean tryStart(int job, boolean ahead) {
        RequestShape shape = state.shape(job);
        if (!isAllowed(job) || shape.cores() > freeCores()) {
            return false;
        }
        Optional<Placed> placed = machine.findAt(shape.request(), now, lasts(job));
        if (placed.isEmpty()) {
            return false;
        }
        start(job, placed.get(), ahead);
        return true;
    }

    /// For how long a place must be free: as long as the job is estimated to take or, while a window lies ahead
    /// that it must not run into, as long as it may take.
    private long lasts(int job) {
        return windowAhead ? table.job(job).wallNanos() : table.estimateNanos(job);
    }

    /// Whether the job would fit if it took no time at all.
    public boolean fitsForAMoment(int job) {
        RequestShape shape = state.shape(job);
        return shape.cores() <= freeCores()
                && machine.findAt(shape.request(), now, 1).isPresent();
    }

    /// Plans the job at the first moment at which there is room, be it now; false if there is none as things
    /// stand.
    public boolean reserve(int job) {
        Optional<Placed> placed = machine.findFrom(state.shape(job).request(), now, lasts(job));
        if (placed.isEmpty()) {
            return false;
        }
        plan(job, placed.get());
        return true;
    }

    /// Starts the job if there is room now, or else plans it; false if there is never any as things stand.
    public boolean startOrReserve(int job, boolean ahead) {
        if (!isAllowed(job)) {
            return false;
        }
        Optional<Placed> placed = machine.findFrom(state.shape(job).request(), now, lasts(job));
        if (placed.isPresent() && placed.get().start() > now) {
            plan(job, placed.get());
            return true;
        }
        // Free as planned, though perhaps not yet as it is: somebody may still be on what they should have left.
        return placed.isPresent() && (tryStart(job, ahead) || planAsSoonAsFree(job, placed.get()));
    }

    private boolean planAsSoonAsFree(int job, Placed placed) {
        plan(job, placed);
        return true;
    }

    /// Moves a planned job to an earlier moment if there is one, and starts it if that is now.
    public void improve(int job, boolean ahead) {
        if (!mayBeEarlier(job)) {
            return;
        }
        Holding held = machine.occupancy().holding(job).orElseThrow();
        // Lifted for a look. If nothing better is found it is put back, and nothing has happened.
        machine.cancel(job);
        Optional<Placed> placed = machine.findFrom(state.shape(job).request(), now, lasts(job));
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

    /// Whether a planned job might start earlier, as far as cores in all can tell.
    ///
    /// To be earlier it must find them free either for all of its time before its reservation begins, or from
    /// some moment right up to it: what follows is its own already. Two questions to the graph, of which the first
    /// is not asked if there is no time for all of it; lifting the reservation and looking would cost ten times as
    /// much.
    public boolean mayBeEarlier(int job) {
        long planned = table.plannedNanos(job);
        long cores = state.shape(job).cores();
        if (planned <= now || cores == 0) {
            return true;
        }
        int root = machine.graph().root();
        long latest = planned - table.estimateNanos(job);
        return (now <= latest
                        && machine.occupancy().firstWithCores(root, now, table.estimateNanos(job), cores) <= latest)
                || machine.occupancy().freeCores(root, planned - 1, planned) >= cores;
    }

    /// Tries all in line who have no plan, in the policy's order.
    ///
    /// Equivalent to trying them one by one. But jobs of one shape that fails for some time fail for any longer
    /// time, too, and those that need more cores than are free fail whatever their time; so only the first of
    /// each shape, and after it only shorter ones, are tried.
    public void scan() {
        long free = freeCores();
        heapSize = 0;
        if (nextOfShape.length < state.shapes().size()) {
            nextOfShape = new int[2 * state.shapes().size()];
        }
        for (int i = 0; i < waiting.shapeCount() && waiting.cores(i) <= free; i++) {
            int shape = waiting.shape(i);
            push(shape, waiting.firstOf(shape));
        }
        while (heapSize > 0) {
            int shape = heap[0];
            int job = nextOfShape[shape];
            if (isPlanned(job) || !isAllowed(job)) {
                // No verdict on its shape: it was not tried.
                replaceTop(waiting.nextOf(shape, job, shortestFailed(shape)));
            } else if (tryStart(job, true) || lasts(job) > table.estimateNanos(job)) {
                // No verdict on those estimated to take longer, either, if it was not tried for its estimate.
                replaceTop(waiting.nextOf(shape, job, shortestFailed(shape)));
            } else {
                failedFor[shape] = table.estimateNanos(job);
                failedIn[shape] = scanNumber;
                replaceTop(waiting.nextOf(shape, job, failedFor[shape]));
            }
        }
        scanNumber++;
    }

    private long shortestFailed(int shape) {
        return failedIn[shape] == scanNumber ? failedFor[shape] : Long.MAX_VALUE;
    }

    private void push(int shape, int job) {
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heapSize);
        }
        if (failedFor.length < nextOfShape.length) {
            failedFor = Arrays.copyOf(failedFor, nextOfShape.length);
            failedIn = Arrays.copyOf(failedIn, nextOfShape.length);
        }
        nextOfShape[shape] = job;
        int at = heapSize++;
        while (at > 0 && isSooner(shape, heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = shape;
    }

    private void replaceTop(int job) {
        int shape = heap[0];
        if (job == NO_JOB) {
            shape = heap[--heapSize];
        } else {
            nextOfShape[shape] = job;
        }
        int at = 0;
        int child = 1;
        while (child < heapSize) {
            if (child + 1 < heapSize && isSooner(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isSooner(heap[child], shape)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
            child = 2 * at + 1;
        }
        heap[at] = shape;
    }

    private boolean isSooner(int one, int other) {
        return waiting.isScannedBefore(nextOfShape[one], nextOfShape[other]);
    }

    /// How many cores, at most, a job can be given at this moment. What is in stock tells without a search, unless
    /// others have reserved something: their time may have come.
    public long freeCores() {
        return sharedWithOthers
                ? machine.occupancy().freeCores(machine.graph().root(), now, now + 1)
                : machine.occupancy().coresInStock();
    }

    private void start(int job, Placed placed, boolean ahead) {
        journal.write(new QueueRecord.Started(table.id(job), placed.end(), placed.placement(), ahead, now));
        started++;
    }

    private void plan(int job, Placed placed) {
        journal.write(new QueueRecord.Planned(table.id(job), placed.start(), placed.end(), placed.placement(), now));
    }
}

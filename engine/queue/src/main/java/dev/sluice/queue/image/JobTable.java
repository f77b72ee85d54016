package dev.sluice.queue.image;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Jobs in parallel arrays: a job is its index. Changes only by records.
///
/// Without [#recycle], indices are in submission order. With it, the index of a finished job is given to another
/// one; then [#sequence] tells which job was submitted first.
///
/// It is hard because an index is used all over the engine, in lines, heaps and as the number of a holding in
/// the graph, and means another job once it is recycled. Columns of primitive arrays make a copy for readers
/// a few block copies, and take less memory than an object per job.
///
/// | cost, n jobs | |
/// |---|---|
/// | a record applied; an index by id; recycling | constant |
/// | a copy | O(n), block by block |
///
/// Invariants:
/// - Every column has a value at each index below [#size]; what is rare lies in maps that have only the jobs
///   concerned.
/// - An index is recycled only once its job has finished and nothing else of the engine has it.
/// - Equal records give equal tables, the indices included.
///
/// Owned by the thread that drives the engine; readers get a [#copy] or a [QueueImage].
public final class JobTable {
    public static final int NO_JOB = -1;

    /// The id at a free index; ids of jobs are not negative.
    private static final long NO_ID = -1;

    /// Stands at free indices, so that finished jobs are not kept alive.
    private static final Job NO_JOB_AT_ALL =
            Job.of(0, new Jobspec(Jobspec.VERSION_1, List.of(), List.of(), Attributes.NONE), 1);

    /// No time: not planned, not started, not ended.
    public static final long NEVER = -1;

    /// The index of ids that differ from the job's index; empty if ids count up from zero.
    private final LongIndex indices;

    private final NameIndex users;
    private final NameIndex accounts;
    private final NameIndex queues;
    private final ArrayList<Job> jobs;
    private int capacity = 64;
    private long[] ids = new long[capacity];
    private JobState[] state = new JobState[capacity];
    private boolean[] due = new boolean[capacity];
    private boolean[] backfilled = new boolean[capacity];
    private int[] user = new int[capacity];
    private int[] account = new int[capacity];
    private int[] queue = new int[capacity];
    private long[] submitted = new long[capacity];
    private long[] estimate = new long[capacity];
    private long[] planned = new long[capacity];
    private long[] promised = new long[capacity];
    private long[] started = new long[capacity];
    private long[] confirmed = new long[capacity];
    private long[] end = new long[capacity];
    private int[] lost = new int[capacity];

    /// When the back-off of a requeued job is over.
    private long[] retry = new long[capacity];

    private final Map<Integer, StopReason> stops;
    private final Map<Integer, List<String>> failedOn;

    /// By how many parts running jobs have grown or shrunk since their start.
    private final Map<Integer, Integer> partsChanged;
    private long[] sequence = new long[capacity];
    private long nextSequence;

    /// Whether any index was recycled. Before that, jobs have the order of their indices.
    private boolean isRecycled;
    private int running;
    private int waiting;

    /// Indices that were recycled.
    private int[] free = new int[16];

    private int freeCount;

    private final FinishedJobs finished;

    public JobTable() {
        indices = new LongIndex();
        users = new NameIndex();
        accounts = new NameIndex();
        queues = new NameIndex();
        jobs = new ArrayList<>();
        stops = new HashMap<>();
        failedOn = new HashMap<>();
        partsChanged = new HashMap<>();
        finished = new FinishedJobs();
    }

    private JobTable(JobTable other) {
        indices = new LongIndex(other.indices);
        users = new NameIndex(other.users);
        accounts = new NameIndex(other.accounts);
        queues = new NameIndex(other.queues);
        jobs = new ArrayList<>(other.jobs);
        stops = new HashMap<>(other.stops);
        failedOn = new HashMap<>(other.failedOn);
        partsChanged = new HashMap<>(other.partsChanged);
        finished = new FinishedJobs(other.finished);
        nextSequence = other.nextSequence;
        isRecycled = other.isRecycled;
        free = other.free.clone();
        freeCount = other.freeCount;
        running = other.running;
        waiting = other.waiting;
        copyColumns(other, other.capacity);
    }

    /// Returns a copy for readers. Jobs are values and are not copied.
    public JobTable copy() {
        return new JobTable(this);
    }

    /// Reserves memory for this many jobs in advance.
    public void expect(int count) {
        jobs.ensureCapacity(count);
        if (count > capacity) {
            copyColumns(this, count);
        }
    }

    /// Returns the number of indices, [#isFree] ones included.
    public int size() {
        return jobs.size();
    }

    /// Returns whether an index belongs to no job.
    public boolean isFree(int index) {
        return ids[index] == NO_ID;
    }

    /// Returns a number that grows with each submitted job.
    public long sequence(int index) {
        return isRecycled ? sequence[index] : index;
    }

    /// Returns the jobs that have finished lately and have been recycled.
    public FinishedJobs finished() {
        return finished;
    }

    /// Gives the index of a finished job to a later one. Only its end is remembered for a while.
    public void recycle(int index) {
        Invariants.check(state[index].isFinal(), "job (%d) has not finished", ids[index]);
        releaseDependencies(job(index));
        finished.add(ids[index], state[index], started[index] != NEVER);
        if (ids[index] != index) {
            indices.remove(ids[index]);
        }
        isRecycled = true;
        ids[index] = NO_ID;
        jobs.set(index, NO_JOB_AT_ALL);
        failedOn.remove(index);
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = index;
    }

    /// Returns the job's index, or [#NO_JOB].
    public int indexOf(long id) {
        return id >= 0 && id < jobs.size() && ids[(int) id] == id ? (int) id : indices.get(id);
    }

    public Job job(int index) {
        return jobs.get(index);
    }

    public long id(int index) {
        return ids[index];
    }

    public JobState state(int index) {
        return state[index];
    }

    public boolean isWaiting(int index) {
        return state[index] == JobState.WAITING;
    }

    public boolean isRunning(int index) {
        return state[index] == JobState.RUNNING;
    }

    /// Returns whether the job runs or is being stopped.
    public boolean isStarted(int index) {
        return state[index].isStarted();
    }

    /// Returns why the job is being stopped.
    public Optional<StopReason> stopReason(int index) {
        return Optional.ofNullable(stops.get(index));
    }

    public int user(int index) {
        return user[index];
    }

    public int account(int index) {
        return account[index];
    }

    public int queue(int index) {
        return queue[index];
    }

    public NameIndex users() {
        return users;
    }

    public NameIndex accounts() {
        return accounts;
    }

    public NameIndex queues() {
        return queues;
    }

    public long submittedNanos(int index) {
        return submitted[index];
    }

    /// Returns the estimated run time.
    public long estimateNanos(int index) {
        return estimate[index];
    }

    /// Returns the start of the job's reservation, or [#NEVER].
    public long plannedNanos(int index) {
        return planned[index];
    }

    /// Returns the first start that was ever reserved for the job, or [#NEVER].
    public long promisedNanos(int index) {
        return promised[index];
    }

    public long startedNanos(int index) {
        return started[index];
    }

    /// Returns when the start was confirmed, or [#NEVER].
    public long confirmedNanos(int index) {
        return confirmed[index];
    }

    /// Returns the expected end of a running job, or the end of one that is over.
    public long endNanos(int index) {
        return end[index];
    }

    /// Returns how many runs of the job were lost, with their resources or with a database.
    public int lostCount(int index) {
        return lost[index];
    }

    /// Returns when the back-off of a requeued job is over, or [#NEVER] if none is under way.
    public long retryNanos(int index) {
        return retry[index];
    }

    /// Returns the names of the nodes that failed the job's last attempt.
    public List<String> failedOn(int index) {
        return failedOn.isEmpty() ? List.of() : failedOn.getOrDefault(index, List.of());
    }

    /// Returns how many parts of a running job there are.
    public int parts(int index) {
        int initial = job(index).parts().map(JobParts::initial).orElse(0);
        return initial + partsChanged.getOrDefault(index, 0);
    }

    public boolean isBackfilled(int index) {
        return backfilled[index];
    }

    /// Returns whether the job's begin time has come.
    public boolean isDue(int index) {
        return due[index];
    }

    public int runningCount() {
        return running;
    }

    /// Returns whether the job waits or is held.
    public int waitingCount() {
        return waiting;
    }

    /// Applies a record: the only way to change the table.
    ///
    /// @return the index of the record's job, or [#NO_JOB] if it is not about a job
    public int apply(QueueRecord record) {
        int job = concerned(record);
        // The frequent ones first: each case costs a comparison.
        switch (record) {
            case QueueRecord.Submitted it -> add(job, it.job(), it.estimateNanos(), it.timeNanos());
            case QueueRecord.Ended it -> end(job, it.how(), it.timeNanos());
            case QueueRecord.PlanDropped _ -> planned[job] = NEVER;
            case QueueRecord.Restored it -> restore(job, it);
            case QueueRecord.Refused it -> end(job, JobState.REFUSED, it.timeNanos());
            case QueueRecord.Changed it -> {
                Job before = job(job);
                change(job, it.job(), it.estimateNanos());
                releaseDependencies(before);
            }
            case QueueRecord.Held _ -> state[job] = JobState.HELD;
            case QueueRecord.Released _ -> state[job] = JobState.WAITING;
            case QueueRecord.BeginReached _ -> due[job] = true;
            case QueueRecord.Planned it -> plan(job, it.span().startNanos());
            case QueueRecord.Started it -> start(job, it.endNanos(), it.backfilled(), it.timeNanos());
            case QueueRecord.Confirmed it -> confirm(job, it);
            case QueueRecord.Stopping it -> stop(job, it);
            case QueueRecord.Extended it -> changeParts(job, it.parts());
            case QueueRecord.Reduced it -> changeParts(job, -it.parts());
            case QueueRecord.EndMoved it -> end[job] = it.endNanos();
            case QueueRecord.Requeued it -> requeue(job, it);
            case QueueRecord.AttemptsSeen it -> lost[job] = it.attempts();
            case QueueRecord.RetryReached _ -> retry[job] = NEVER;
            case QueueRecord.Finished it -> finished.restore(it.id(), it.how(), it.started());
            case QueueRecord.PartsWanted _,
                    QueueRecord.NodeAvoided _,
                    QueueRecord.Vacated _,
                    QueueRecord.OfMachine _ -> {}
        }
        return job;
    }

    private int concerned(QueueRecord record) {
        return switch (record) {
            case QueueRecord.Ended it -> existing(it.job());
            case QueueRecord.Submitted _, QueueRecord.Restored _ -> freeCount > 0 ? free[--freeCount] : jobs.size();
            case QueueRecord.OfJob it -> existing(it.job());
            case QueueRecord.Changed it -> existing(it.job().id());
            case QueueRecord.OfMachine _ -> NO_JOB;
        };
    }

    private int existing(long id) {
        int index = indexOf(id);
        Invariants.check(index != NO_JOB, "there is no job (%d)", id);
        return index;
    }

    private void add(int index, Job job, long estimateNanos, long timeNanos) {
        Invariants.check(indexOf(job.id()) == NO_JOB, "job (%d) is submitted twice", job.id());
        if (index == capacity) {
            grow();
        }
        if (index == jobs.size()) {
            jobs.add(job);
        }
        sequence[index] = nextSequence++;
        lost[index] = 0;
        backfilled[index] = false;
        ids[index] = job.id();
        if (job.id() != index) {
            indices.put(job.id(), index);
        }
        state[index] = JobState.WAITING;
        submitted[index] = timeNanos;
        planned[index] = NEVER;
        promised[index] = NEVER;
        started[index] = NEVER;
        confirmed[index] = NEVER;
        end[index] = NEVER;
        retry[index] = NEVER;
        waiting++;
        change(index, job, estimateNanos);
    }

    private void restore(int index, QueueRecord.Restored record) {
        List<Long> times = record.times();
        add(index, record.job(), record.estimateNanos(), times.get(0));
        state[index] = record.state();
        planned[index] = record.planned().map(QueueRecord.Span::startNanos).orElse(NEVER);
        promised[index] = times.get(1);
        started[index] = times.get(2);
        confirmed[index] = times.get(3);
        end[index] = times.get(4);
        retry[index] = times.get(5);
        lost[index] = record.lost();
        backfilled[index] = record.backfilled();
        due[index] = record.due();
        record.stop().ifPresent(why -> stops.put(index, why));
        if (!record.failedOn().isEmpty()) {
            failedOn.put(index, record.failedOn());
        }
        if (record.partsChanged() != 0) {
            partsChanged.put(index, record.partsChanged());
        }
        waiting -= record.state().isWaiting() ? 0 : 1;
        running += record.state().isStarted() ? 1 : 0;
    }

    /// Returns all that is known of a job as a record.
    public QueueRecord.Restored restored(
            int index, Optional<QueueRecord.Span> plan, List<Share> shares, long timeNanos) {
        return new QueueRecord.Restored(
                job(index),
                state[index],
                estimate[index],
                List.of(submitted[index], promised[index], started[index], confirmed[index], end[index], retry[index]),
                lost[index],
                failedOn(index),
                partsChanged.getOrDefault(index, 0),
                backfilled[index],
                due[index],
                stopReason(index),
                plan,
                shares,
                timeNanos);
    }

    private void change(int index, Job job, long estimateNanos) {
        for (Condition condition : job.conditions()) {
            condition.dependsOn().ifPresent(finished::need);
        }
        jobs.set(index, job);
        user[index] = users.numberOf(job.owner().user());
        account[index] = accounts.numberOf(job.owner().account());
        queue[index] = queues.numberOf(job.queuePriority().queue());
        estimate[index] = estimateNanos;
        due[index] = false;
    }

    private void releaseDependencies(Job job) {
        for (Condition condition : job.conditions()) {
            condition.dependsOn().ifPresent(finished::release);
        }
    }

    /// The job has a reservation.
    public void plan(int index, long startNanos) {
        planned[index] = startNanos;
        if (promised[index] == NEVER) {
            promised[index] = startNanos;
        }
    }

    /// The job has its allocation and starts.
    public void start(int index, long endNanos, boolean isBackfilled, long timeNanos) {
        state[index] = JobState.RUNNING;
        planned[index] = NEVER;
        started[index] = timeNanos;
        end[index] = endNanos;
        backfilled[index] = isBackfilled;
        waiting--;
        running++;
        retry[index] = NEVER;
        if (!failedOn.isEmpty()) {
            failedOn.remove(index);
        }
    }

    private void changeParts(int index, int by) {
        partsChanged.merge(index, by, Integer::sum);
    }

    /// A job that runs again starts with all its parts.
    private void forgetParts(int index) {
        if (!partsChanged.isEmpty()) {
            partsChanged.remove(index);
        }
    }

    private void confirm(int index, QueueRecord.Confirmed record) {
        confirmed[index] = record.timeNanos();
        end[index] = record.endNanos();
    }

    private void stop(int index, QueueRecord.Stopping record) {
        state[index] = JobState.STOPPING;
        end[index] = record.endNanos();
        stops.put(index, record.why());
    }

    /// Returns the job to waiting.
    private void requeue(int index, QueueRecord.Requeued record) {
        Invariants.check(isStarted(index), "job (%d) loses its place and has none", id(index));
        state[index] = JobState.WAITING;
        stops.remove(index);
        promised[index] = NEVER;
        started[index] = NEVER;
        confirmed[index] = NEVER;
        end[index] = NEVER;
        backfilled[index] = false;
        lost[index] = record.attempt();
        forgetParts(index);
        if (record.retryNanos() > record.timeNanos()) {
            retry[index] = record.retryNanos();
        }
        if (!record.failedOn().isEmpty()) {
            failedOn.put(index, record.failedOn());
        }
        running--;
        waiting++;
    }

    private void end(int index, JobState how, long timeNanos) {
        if (isStarted(index)) {
            running--;
            forgetParts(index);
            if (!stops.isEmpty()) {
                stops.remove(index);
            }
        } else {
            waiting--;
        }
        state[index] = how;
        planned[index] = NEVER;
        end[index] = timeNanos;
    }

    private void grow() {
        copyColumns(this, 2 * capacity);
    }

    private void copyColumns(JobTable from, int newCapacity) {
        capacity = newCapacity;
        ids = Arrays.copyOf(from.ids, capacity);
        state = Arrays.copyOf(from.state, capacity);
        due = Arrays.copyOf(from.due, capacity);
        backfilled = Arrays.copyOf(from.backfilled, capacity);
        user = Arrays.copyOf(from.user, capacity);
        account = Arrays.copyOf(from.account, capacity);
        queue = Arrays.copyOf(from.queue, capacity);
        submitted = Arrays.copyOf(from.submitted, capacity);
        estimate = Arrays.copyOf(from.estimate, capacity);
        planned = Arrays.copyOf(from.planned, capacity);
        promised = Arrays.copyOf(from.promised, capacity);
        started = Arrays.copyOf(from.started, capacity);
        confirmed = Arrays.copyOf(from.confirmed, capacity);
        end = Arrays.copyOf(from.end, capacity);
        lost = Arrays.copyOf(from.lost, capacity);
        retry = Arrays.copyOf(from.retry, capacity);
        sequence = Arrays.copyOf(from.sequence, capacity);
    }
}

package dev.sluice.simulator.result;

import dev.sluice.jobspec.set.Idset;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The jobs of a run, one per row, in submission order. Times are nanoseconds since the run's beginning, or
/// [RunResult#NEVER].
public final class JobResults {
    private final long[] numbers;
    private final long[] submits;
    private final long[] starts;
    private final long[] finishes;
    private final long[] wallTimes;
    private final long[] estimates;
    private final int[] resources;
    private final FinalState[] states;
    private final WaitReason[] waitReasons;
    private final boolean[] backfilled;
    private final boolean[] estimatedAtSubmission;
    private final long[] headDelays;
    private final NameList names;
    private final NameList workloads;
    private final NameList profiles;
    private final NameList users;
    private final NameList groups;
    private final NameList queues;
    private final Map<Integer, EndReason> reasons;
    private final Supplier<Allocations> places;

    /// Computed on first use, since only drawings need it; two concurrent callers compute equal results.
    private volatile @Nullable Allocations allocations;

    private final LostRuns lostRuns;

    JobResults(JobColumns columns, Supplier<Allocations> places, LostRuns lostRuns) {
        numbers = columns.numbers.toArray();
        submits = columns.submits.toArray();
        starts = columns.starts.toArray();
        finishes = columns.finishes.toArray();
        wallTimes = columns.wallTimes.toArray();
        estimates = columns.estimates.toArray();
        resources = columns.resources.toArray();
        states = columns.states();
        waitReasons = columns.waitReasons();
        backfilled = columns.backfilled();
        estimatedAtSubmission = columns.estimatedAtSubmission();
        headDelays = columns.headDelays.toArray();
        names = columns.names.freeze();
        workloads = columns.workloads.freeze();
        profiles = columns.profiles.freeze();
        users = columns.users.freeze();
        groups = columns.groups.freeze();
        queues = columns.queues.freeze();
        reasons = Map.copyOf(columns.reasons);
        this.places = places;
        this.lostRuns = lostRuns;
    }

    private Allocations allocations() {
        Allocations known = allocations;
        if (known == null) {
            known = places.get();
            allocations = known;
        }
        return known;
    }

    public int size() {
        return numbers.length;
    }

    public long number(int row) {
        return numbers[row];
    }

    /// Returns the job's name in the workload, or its number if it has none.
    public String name(int row) {
        String name = names.get(row);
        return name.isEmpty() ? Long.toString(numbers[row]) : name;
    }

    public long submitNanos(int row) {
        return submits[row];
    }

    public long startNanos(int row) {
        return starts[row];
    }

    /// Returns the start of the first run of a job that ran several times; [#startNanos] is that of the last.
    public long firstStartNanos(int row) {
        return lostRuns.firstStartNanos(row, starts[row]);
    }

    public long finishNanos(int row) {
        return finishes[row];
    }

    /// Returns the requested time; [RunResult#NEVER] if there is none.
    public long wallTimeNanos(int row) {
        return wallTimes[row];
    }

    /// Returns the first estimated start.
    public long estimatedStartNanos(int row) {
        return estimates[row];
    }

    /// Returns whether the first estimate was made in the instant of submission.
    public boolean isEstimatedAtSubmission(int row) {
        return estimatedAtSubmission[row];
    }

    /// Returns the longest time by which the job's reservation moved later while it was the head of the queue;
    /// [RunResult#NEVER] if it had none.
    public long headDelayNanos(int row) {
        return headDelays[row];
    }

    /// Returns why the job did not start at once.
    public WaitReason waitReason(int row) {
        return waitReasons[row];
    }

    /// Returns the number of resources requested.
    public int resources(int row) {
        return resources[row];
    }

    public FinalState state(int row) {
        return states[row];
    }

    /// Returns why the job was rejected or failed, if known.
    public EndReason reason(int row) {
        return reasons.getOrDefault(row, EndReason.NONE);
    }

    /// Returns whether the job was backfilled: it started before a job ahead of it.
    public boolean isBackfilled(int row) {
        return backfilled[row];
    }

    public boolean hasStarted(int row) {
        return starts[row] != RunResult.NEVER;
    }

    /// Returns whether the job ran to an end, successful or not.
    public boolean hasRun(int row) {
        return starts[row] != RunResult.NEVER && finishes[row] != RunResult.NEVER;
    }

    /// Of a job that has started.
    public long waitNanos(int row) {
        return starts[row] - submits[row];
    }

    /// Of a job that has run.
    public long runNanos(int row) {
        return finishes[row] - starts[row];
    }

    /// Of a job that has run: from submission to the end.
    public long turnaroundNanos(int row) {
        return finishes[row] - submits[row];
    }

    public NameList workloads() {
        return workloads;
    }

    public NameList profiles() {
        return profiles;
    }

    public NameList users() {
        return users;
    }

    public NameList groups() {
        return groups;
    }

    public NameList queues() {
        return queues;
    }

    /// How many ranges of consecutive resource ids the job held.
    public int rangeCount(int row) {
        return allocations().rangeCount(row);
    }

    public int rangeFirst(int row, int range) {
        return allocations().first(row, range);
    }

    public int rangeLast(int row, int range) {
        return allocations().last(row, range);
    }

    /// The ids of the resources that the job held; empty if it never started.
    public Idset allocation(int row) {
        Idset ids = Idset.EMPTY;
        for (int range = 0; range < rangeCount(row); range++) {
            ids = ids.union(Idset.range(rangeFirst(row, range), rangeLast(row, range)));
        }
        return ids;
    }
}

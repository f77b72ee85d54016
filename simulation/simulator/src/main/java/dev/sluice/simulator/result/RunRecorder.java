package dev.sluice.simulator.result;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Keeps what happens in a run, as it happens.
///
/// The one thread that drives the run tells it everything, in the order of time; at one moment, in any order. It may be
/// closed at any time, so that a run that somebody stops leaves what it had found out.
///
/// How many resources are busy and how many jobs wait follows from the jobs; only [#down] must be told.
public final class RunRecorder {
    private final RunName name;
    private final int machineSize;
    private final JobColumns jobs;
    private final Allocations allocations;
    private final LostRuns lostRuns = new LostRuns();
    private final List<Note> notes = new ArrayList<>();

    private final LongColumn times = new LongColumn(0);
    private final IntColumn busySeries = new IntColumn(0);
    private final IntColumn downSeries = new IntColumn(0);
    private final IntColumn waitingSeries = new IntColumn(0);

    private int busy;
    private int down;
    private int waiting;
    private long nowNanos;
    private List<Integer> pools = List.of();
    private boolean hasPlaces;
    private boolean closed;

    /// @param machineSize how many resources there are
    /// @param expectedJobs a guess, so that columns need not grow
    public RunRecorder(RunName name, int machineSize, int expectedJobs) {
        this.name = name;
        this.machineSize = machineSize;
        jobs = new JobColumns(expectedJobs);
        allocations = new Allocations(expectedJobs);
        observe(0);
    }

    /// Gives the job a row, by which the other methods know it.
    public int submitted(SubmittedJob job) {
        int row = jobs.add(job);
        waiting++;
        observe(job.submitNanos());
        return row;
    }

    /// A start is foreseen. Only the first one that a job is told is kept.
    ///
    /// @param nowNanos when it is told
    public void startEstimated(int row, long startNanos, long nowNanos) {
        if (!hasEstimate(row)) {
            jobs.estimates.set(row, startNanos);
            if (nowNanos == jobs.submits.get(row)) {
                jobs.setEstimatedAtSubmission(row);
            }
        }
    }

    public boolean hasEstimate(int row) {
        return jobs.estimates.get(row) != RunResult.NEVER;
    }

    /// For a machine whose resources have no names. Which ones the job holds is made up at the end, lowest first.
    public void started(int row, long timeNanos, boolean backfilled) {
        Invariants.check(
                jobs.isUnfinished(row) && jobs.starts.get(row) == RunResult.NEVER, "job in row (%d) starts twice", row);
        jobs.starts.set(row, timeNanos);
        jobs.startOrder.add(row);
        if (backfilled) {
            jobs.setBackfilled(row, true);
        }
        waiting--;
        busy += jobs.resources.get(row);
        observe(timeNanos);
    }

    /// For a machine whose resources are numbered from 0 on.
    public void started(int row, long timeNanos, boolean backfilled, Idset resources) {
        Invariants.check(
                resources.isEmpty() || resources.last() < machineSize,
                "job in row (%d) starts on a resource beyond the machine's (%d)",
                row,
                machineSize);
        started(row, timeNanos, backfilled);
        allocations.set(row, resources);
        hasPlaces = true;
    }

    /// The resources are in several pools, in which they have no numbers of their own. Of the resources that a job
    /// starts on, only their number in each pool counts; which ones these are is made up at the end, lowest first.
    ///
    /// @param firsts the first resource of each pool, ascending
    public void inPools(List<Integer> firsts) {
        pools = List.copyOf(firsts);
    }

    /// The job has lost its place, and waits again as if it had never started.
    public void lost(int row, long timeNanos) {
        long start = jobs.starts.get(row);
        Invariants.check(
                jobs.isUnfinished(row) && start != RunResult.NEVER, "job in row (%d) is lost and does not run", row);
        lostRuns.add(row, start, timeNanos, jobs.resources.get(row));
        jobs.starts.set(row, RunResult.NEVER);
        jobs.setBackfilled(row, false);
        allocations.begin(row);
        waiting++;
        busy -= jobs.resources.get(row);
        observe(timeNanos);
    }

    /// The job ends, and the reason is kept unless it is empty.
    public void finished(int row, long timeNanos, FinalState state, EndReason reason) {
        finished(row, timeNanos, state);
        if (!reason.kind().isEmpty()) {
            jobs.reasons.put(row, reason);
        }
    }

    /// The job ends, whether it had started or not.
    public void finished(int row, long timeNanos, FinalState state) {
        Invariants.check(jobs.isUnfinished(row), "job in row (%d) ends twice", row);
        Invariants.check(state != FinalState.UNFINISHED, "job in row (%d) ends unfinished", row);
        jobs.finishes.set(row, timeNanos);
        jobs.setState(row, state);
        if (jobs.starts.get(row) == RunResult.NEVER) {
            waiting--;
        } else {
            busy -= jobs.resources.get(row);
            jobs.endOrder.add(row);
        }
        observe(timeNanos);
    }

    /// From now on so many resources are down.
    public void down(long timeNanos, int resources) {
        down = resources;
        observe(timeNanos);
    }

    /// The reservation of a job at the head of the queue has moved later by so much, compared with the first one it
    /// had.
    /// The longest is kept.
    public void headDelayed(int row, long nanos) {
        jobs.headDelays.set(row, Math.max(jobs.headDelays.get(row), nanos));
    }

    /// The job did not start in the instant in which it was submitted.
    public void waits(int row, WaitReason reason) {
        jobs.setWaitReason(row, reason);
    }

    /// How many resources are neither busy nor down.
    public int free() {
        return machineSize - busy - down;
    }

    /// How many runs were lost up to now.
    public int lostCount() {
        return lostRuns.count();
    }

    public void note(String topic, String text) {
        notes.add(new Note(topic, text));
    }

    /// The run has ended, or was stopped, at this moment.
    public RunResult close(long endNanos) {
        Invariants.check(!closed, "the recorder is closed twice");
        checkUse(times.size() - 1);
        closed = true;
        Supplier<Allocations> places = hasPlaces && pools.isEmpty() ? () -> allocations : this::lowestFirst;
        return new RunResult(
                name,
                machineSize,
                Math.max(endNanos, nowNanos),
                new JobResults(jobs, places, lostRuns),
                new MachineSeries(machineSize, times, busySeries, downSeries, waitingSeries),
                lostRuns,
                notes,
                RunSetup.UNKNOWN);
    }

    private Allocations lowestFirst() {
        return pools.isEmpty()
                ? LowestFirst.number(jobs, machineSize)
                : LowestFirst.number(jobs, allocations, pools, machineSize);
    }

    /// One entry per moment, and only if it differs from the one before.
    private void observe(long timeNanos) {
        Invariants.check(!closed, "the recorder is closed");
        Invariants.check(timeNanos >= nowNanos, "time goes back to (%d) from (%d)", timeNanos, nowNanos);
        int last = times.size() - 1;
        if (timeNanos > nowNanos && last >= 0) {
            checkUse(last);
        }
        nowNanos = timeNanos;
        if (last >= 0 && times.get(last) == timeNanos) {
            busySeries.set(last, busy);
            downSeries.set(last, down);
            waitingSeries.set(last, waiting);
        } else {
            times.add(timeNanos);
            busySeries.add(busy);
            downSeries.add(down);
            waitingSeries.add(waiting);
        }
    }

    /// Once all events of an instant have happened, no more can be in use than there is: above it, no figure of the run
    /// would mean anything.
    private void checkUse(int entry) {
        Invariants.check(
                busySeries.get(entry) + downSeries.get(entry) <= machineSize,
                "(%d) resources of a machine of (%d) are busy or down",
                busySeries.get(entry) + downSeries.get(entry),
                machineSize);
    }
}

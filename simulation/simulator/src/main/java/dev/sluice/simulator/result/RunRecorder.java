package dev.sluice.simulator.result;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Records what happens in a run.
///
/// The thread that drives the run reports everything in time order; within one moment, in any order. The
/// recorder may be closed at any time, so that a stopped run keeps its results so far.
///
/// The numbers of busy resources and waiting jobs follow from the jobs; only [#down] must be reported.
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

    /// @param machineSize the number of resources
    /// @param expectedJobs an estimate, to size the columns
    public RunRecorder(RunName name, int machineSize, int expectedJobs) {
        this.name = name;
        this.machineSize = machineSize;
        jobs = new JobColumns(expectedJobs);
        allocations = new Allocations(expectedJobs);
        observe(0);
    }

    /// Adds a job and returns its row, which the other methods take.
    public int submitted(SubmittedJob job) {
        int row = jobs.add(job);
        waiting++;
        observe(job.submitNanos());
        return row;
    }

    /// Records an estimated start. Only the first estimate of a job is kept.
    ///
    /// @param nowNanos when the estimate is made
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

    /// Starts a job on counted resources. Their ids are assigned at the end, lowest first.
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

    /// Starts a job on resources that are numbered from 0 on.
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

    /// Declares that the resources are in several pools and have no numbers there. Only the number of a job's
    /// resources in each pool counts; their ids are assigned at the end, lowest first.
    ///
    /// @param firsts the first resource of each pool, ascending
    public void inPools(List<Integer> firsts) {
        pools = List.copyOf(firsts);
    }

    /// The job has lost its resources, and waits again as if it had never started.
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

    /// Ends the job with a reason, which is kept unless it is empty.
    public void finished(int row, long timeNanos, FinalState state, EndReason reason) {
        finished(row, timeNanos, state);
        if (!reason.kind().isEmpty()) {
            jobs.reasons.put(row, reason);
        }
    }

    /// Ends the job, whether it had started or not.
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

    /// Sets the number of resources that are down from now on.
    public void down(long timeNanos, int resources) {
        down = resources;
        observe(timeNanos);
    }

    /// The reservation of a job at the head of the queue is later than its first one by this much. The longest
    /// delay is kept.
    public void headDelayed(int row, long nanos) {
        jobs.headDelays.set(row, Math.max(jobs.headDelays.get(row), nanos));
    }

    /// Records why the job did not start in the instant of its submission.
    public void waits(int row, WaitReason reason) {
        jobs.setWaitReason(row, reason);
    }

    /// Returns how many resources are neither busy nor down.
    public int free() {
        return machineSize - busy - down;
    }

    /// Returns the number of lost runs so far.
    public int lostCount() {
        return lostRuns.count();
    }

    public void note(String topic, String text) {
        notes.add(new Note(topic, text));
    }

    /// Ends the run, complete or stopped, at this moment.
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

    /// Adds an entry unless it equals the previous one; one entry per moment.
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

    /// After all events of an instant, usage must not exceed the machine: otherwise all metrics would be
    /// meaningless.
    private void checkUse(int entry) {
        Invariants.check(
                busySeries.get(entry) + downSeries.get(entry) <= machineSize,
                "(%d) resources of a machine of (%d) are busy or down",
                busySeries.get(entry) + downSeries.get(entry),
                machineSize);
    }
}

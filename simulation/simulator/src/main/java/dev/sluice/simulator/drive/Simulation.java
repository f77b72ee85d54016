package dev.sluice.simulator.drive;

import dev.sluice.graph.VertexKind;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.Owner;
import dev.sluice.queue.Standing;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.ForgetfulQueueStore;
import dev.sluice.scheduling.Consequences;
import dev.sluice.scheduling.CycleOptions.EventOrder;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.List;

/// One run: a workload on a machine, under the engine, on virtual time.
///
/// Events of one moment are handed in by the order that the cycle's options name: what was expected to be over,
/// then submissions and ends in the order chosen, each in the order in which they came about.
public final class Simulation {

    /// How many events there are between two looks of the watch.
    private static final int WATCH_EVERY = 1 << 12;

    /// Who has lost so many runs fails for good: on a machine that never lasts as long as the job does, it would run
    /// for ever. A job that survives one time in twenty gets through with 99 %.
    private static final int RUNS_LOST_MAX = 100;

    private static final String NO_REASON = "";

    private static final int OVERRAN = 0;
    private static final int FINISHED = 1;
    private static final int CONFIRMED = 2;
    private static final int NODE_FAILED = 3;
    private static final int NODE_REPAIRED = 4;
    private static final int TIMER = 5;
    private static final int FOLLOWED = 6;

    private static final int RANK_EXPECTED = 0;
    private static final int RANK_FIRST = 1;
    private static final int RANK_SECOND = 3;
    private static final int RANK_SUBMISSION = 2;
    private static final int RANK_TIMER = 4;

    private final Arrivals arrivals;

    /// Those that are submitted at their times; all, unless some follow others.
    private final List<WorkloadJob> jobs;

    private final int jobCount;
    private final SimulationOptions options;
    private final Engine engine;
    private final JobTable table;
    private final RunRecorder recorder;
    private final Requests requests;
    private final Owners owners = new Owners();
    private final EventHeap heap = new EventHeap();
    private final long[] runs;

    /// Of the jobs submitted, as the workload has them; only if somebody follows somebody.
    private final long[] numbers;

    private final int endRank;
    private final boolean hasPlaces;
    private final NodeFailures failures;
    private int timedSubmitted;

    /// When the next of them comes, or [EventHeap#NEVER].
    private long nextSubmission;

    private int submitted;

    /// How many jobs have been asked for.
    private int forecast;

    private int over;
    private long now;

    public Simulation(
            Workload workload,
            SimulatedMachine machine,
            EngineOptions engineOptions,
            SimulationOptions options,
            RunRecorder recorder) {
        this.arrivals = new Arrivals(workload.jobs(), options.followsPreceding());
        this.jobs = arrivals.timed();
        this.jobCount = workload.jobs().size();
        this.numbers = new long[arrivals.followingCount() > 0 ? jobCount : 0];
        this.options = options;
        this.recorder = recorder;
        ResourceModel model = machine.newModel();
        this.engine = new Engine(engineOptions, model, new ForgetfulQueueStore());
        engine.expect(jobCount);
        this.table = engine.table();
        this.requests = machine.newRequests();
        this.runs = new long[jobCount];
        this.endRank = engineOptions.cycle().order() == EventOrder.ENDS_FIRST ? RANK_FIRST : RANK_SECOND;
        this.hasPlaces = machine.unit().equals(VertexKind.NODE);
        this.failures = new NodeFailures(options, model.graph());
        this.nextSubmission = submissionNanos(timedSubmitted);
    }

    public Engine engine() {
        return engine;
    }

    /// Runs until all jobs are over, or the watch stops it.
    ///
    /// @return the moment at which the last thing happened
    public long run(Watch watch) {
        scheduleFirstFailures();
        if (arrivals.left() > 0) {
            recorder.note(
                    "dependencies",
                    arrivals.left() + " jobs name a preceding job that is not there or comes later; they come at their"
                            + " own times");
        }
        int untilWatched = WATCH_EVERY;
        while (over < jobCount && nextTime() != EventHeap.NEVER) {
            now = nextTime();
            while (nextTime() == now) {
                if (isSubmissionNext()) {
                    WorkloadJob job = jobs.get(timedSubmitted++);
                    nextSubmission = submissionNanos(timedSubmitted);
                    submit(job);
                } else {
                    happen();
                }
                if (--untilWatched == 0) {
                    untilWatched = WATCH_EVERY;
                    if (!watch.goesOn(over)) {
                        return now;
                    }
                }
            }
            carryOut(engine.settle(now));
            if (options.forecasts()) {
                forecastNewcomers();
            }
        }
        watch.goesOn(over);
        return now;
    }

    private void forecastNewcomers() {
        for (; forecast < submitted; forecast++) {
            if (!recorder.hasEstimate(forecast)) {
                long start = Forecast.startNanos(engine, forecast, now);
                if (start != Forecast.NONE) {
                    recorder.startEstimated(forecast, start, now);
                }
            }
        }
    }

    private long submissionNanos(int timed) {
        return timed < jobs.size() ? jobs.get(timed).submitNanos() : EventHeap.NEVER;
    }

    private long nextTime() {
        return Math.min(heap.time(), nextSubmission);
    }

    private boolean isSubmissionNext() {
        return nextSubmission == now && (heap.time() > now || heap.rank() > RANK_SUBMISSION);
    }

    private void submit(WorkloadJob job) {
        int row = submitted++;
        if (numbers.length > 0) {
            numbers[row] = job.number();
        }
        long run = Math.max(options.leastRunNanos(), job.runNanos());
        runs[row] = run;
        long wall = Math.max(1, options.estimates().wallNanos(job, run)) + options.startDelayNanos();
        Owner owner = owners.of(job.origin().user(), job.origin().group());
        Standing standing = owners.standing(job.origin().queue());
        recorder.submitted(new SubmittedJob(
                job.number(),
                job.name(),
                "",
                "",
                now,
                job.processors(),
                wall,
                new SubmittedJob.Owner(owner.user(), owner.account(), standing.queue())));
        carryOut(engine.handle(
                new Event.JobSubmitted(
                        new Job(row, requests.of(job.processors()), wall, owner, standing, List.<Condition>of())),
                now));
    }

    private void happen() {
        int kind = heap.kind();
        int subject = heap.subject();
        heap.removeFirst();
        switch (kind) {
            case OVERRAN -> carryOut(engine.handle(new Event.JobOverran(subject), now));
            case FINISHED -> end(subject);
            case CONFIRMED -> confirm(subject);
            case NODE_FAILED -> fail(subject);
            case NODE_REPAIRED -> repair(subject);
            case FOLLOWED -> submit(arrivals.following(subject));
            case TIMER -> carryOut(engine.handle(new Event.TimerFired(), now));
            default -> throw new IllegalStateException("kind (" + kind + ")");
        }
    }

    private void confirm(int job) {
        // Not for a run that was lost meanwhile.
        if (table.startedNanos(job) + options.startDelayNanos() == now) {
            carryOut(engine.handle(new Event.JobStarted(job), now));
        }
    }

    private void end(int job) {
        if (table.isRunning(job) && finish(job) == now) {
            over(job, FinalState.COMPLETED_SUCCESSFULLY, NO_REASON);
            carryOut(engine.handle(new Event.JobFinished(job), now));
        }
    }

    private void over(int job, FinalState how, String reason) {
        recorder.finished(job, now, how, reason);
        over++;
        if (numbers.length > 0) {
            for (int follower : arrivals.after(numbers[job])) {
                heap.add(arrivals.submitNanos(follower, now), RANK_SUBMISSION, FOLLOWED, follower);
            }
        }
    }

    private void carryOut(Consequences consequences) {
        List<QueueRecord> records = consequences.records();
        for (int i = 0; i < records.size(); i++) {
            switch (records.get(i)) {
                case QueueRecord.Planned planned -> planned(planned);
                case QueueRecord.Started started -> started(started);
                case QueueRecord.Requeued lost -> recorder.lost((int) lost.job(), now);
                default -> {}
            }
        }
        List<Decision> decisions = consequences.decisions();
        for (int i = 0; i < decisions.size(); i++) {
            switch (decisions.get(i)) {
                case Decision.Start _ -> {}
                case Decision.ExpectEnd it -> expectEnd((int) it.job(), it.endNanos());
                case Decision.Stop it -> stop((int) it.job(), it.why());
                case Decision.Refuse it -> over((int) it.job(), FinalState.REJECTED, it.reason().sentence());
                case Decision.WakeAt it -> heap.add(it.timeNanos(), RANK_TIMER, TIMER, 0);
                case Decision.Report it -> recorder.note("report", it.problem());
            }
        }
    }

    private void stop(int job, Decision.Stop.Why why) {
        switch (why) {
            case WALL_TIME ->
                over(job, FinalState.COMPLETED_WALLTIME_REACHED, "it still ran at the end of its wall time");
            case CANCELLED -> over(job, FinalState.COMPLETED_KILLED, "it was cancelled");
        }
    }

    private void planned(QueueRecord.Planned plan) {
        int job = (int) plan.job();
        recorder.startEstimated(job, plan.startNanos(), now);
        recorder.headDelayed(Math.max(0, plan.startNanos() - table.promisedNanos(job)));
    }

    private void started(QueueRecord.Started start) {
        int job = (int) start.job();
        if (hasPlaces) {
            recorder.started(job, now, start.backfilled(), failures.ranks(start.placement()));
        } else {
            recorder.started(job, now, start.backfilled());
        }
        recorder.startEstimated(job, now, now);
        long delay = options.startDelayNanos();
        if (delay > 0) {
            heap.add(now + delay, RANK_EXPECTED, CONFIRMED, job);
        }
        // Now, whether it will get that far or not: among those who end together, who started first ends first.
        heap.add(finish(job), endRank, FINISHED, job);
        expectEnd(job, start.endNanos());
    }

    private long finish(int job) {
        return table.startedNanos(job) + options.startDelayNanos() + runs[job];
    }

    /// If the job is not over by itself then, the engine wants to be told.
    private void expectEnd(int job, long end) {
        if (finish(job) > end) {
            // Reaching the wall time is an end like others; a prediction that did not hold is put right first.
            boolean isWall = end - table.startedNanos(job) >= table.job(job).wallNanos();
            heap.add(end, isWall ? endRank : RANK_EXPECTED, OVERRAN, job);
        }
    }

    private void scheduleFirstFailures() {
        for (int node = 0; node < failures.nodeCount(); node++) {
            heap.add(failures.timeToFailure(node), RANK_FIRST, NODE_FAILED, node);
        }
    }

    private void fail(int node) {
        recorder.down(now, failures.failed());
        carryOut(engine.handle(new Event.NodeDown(failures.path(node)), now));
        for (int job : failures.jobsOn(node, engine.state())) {
            if (failures.areForgiven() && table.lostCount(job) < RUNS_LOST_MAX) {
                carryOut(engine.handle(new Event.JobLost(job), now));
            } else {
                over(job, FinalState.COMPLETED_FAILED, "a node that it ran on failed");
                carryOut(engine.handle(new Event.JobFailed(job), now));
            }
        }
        heap.add(now + failures.timeToRepair(node), RANK_FIRST, NODE_REPAIRED, node);
    }

    private void repair(int node) {
        recorder.down(now, failures.repaired());
        carryOut(engine.handle(new Event.NodeUp(failures.path(node)), now));
        heap.add(now + failures.timeToFailure(node), RANK_FIRST, NODE_FAILED, node);
    }
}

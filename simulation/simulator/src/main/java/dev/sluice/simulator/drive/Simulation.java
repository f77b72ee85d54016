package dev.sluice.simulator.drive;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.CycleOptions.EventOrder;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.drive.EngineDriver;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.simulator.result.EndReason;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.simulator.result.WaitReason;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.List;
import java.util.Optional;

/// One run: the engine schedules a workload on a machine in virtual time.
///
/// Simultaneous events are handed in by the order of the cycle options: overruns first, then submissions and
/// ends in the chosen order, each in the order of insertion. A job that takes no time ends in the instant in
/// which it starts; then the instant continues, and another pass follows.
public final class Simulation {

    /// The number of events between two calls of the watch.
    private static final int WATCH_EVERY = 1 << 12;

    /// A job that has lost this many runs fails for good: on a machine that always fails earlier it would run
    /// for ever. A job that survives one time in twenty completes with a probability of 99 %.
    private static final int RUNS_LOST_MAX = 100;

    private static final String NO_REASON = "";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MICROSECOND = 1000;

    private static final int OVERRAN = 0;
    private static final int FINISHED = 1;
    private static final int CONFIRMED = 2;
    private static final int NODE_FAILED = 3;
    private static final int NODE_REPAIRED = 4;
    private static final int TIMER = 5;
    private static final int FOLLOWED = 6;
    private static final int WINDOW_BEGINS = 7;
    private static final int WINDOW_ENDS = 8;

    private static final int RANK_EXPECTED = 0;
    private static final int RANK_FIRST = 1;
    private static final int RANK_SECOND = 3;
    private static final int RANK_SUBMISSION = 2;
    private static final int RANK_TIMER = 4;

    private final Workload workload;
    private final SimulatedMachine machine;
    private final Arrivals arrivals;

    /// Those that are submitted at their times; all, unless some follow others.
    private final List<WorkloadJob> jobs;

    private final int jobCount;
    private final SimulationOptions options;
    private final Engine engine;
    private final EngineDriver driver;
    private final JobTable table;
    private final RunRecorder recorder;
    private final ProcessorRequests requests;
    private final Owners owners;
    private final EventHeap heap = new EventHeap();
    private final long[] runs;
    private final int[] processors;

    /// The workload's numbers of the submitted jobs; only if jobs follow preceding ones.
    private final long[] numbers;

    private final int endRank;
    private final UnitLedger units;
    private final DownUnits down;
    private final NodeFailures failures;

    private final Windows windows = new Windows();
    private int timedSubmitted;

    /// When the next of them comes, or [EventHeap#NEVER].
    private long nextSubmission;

    private int submitted;

    /// How many jobs have been asked for.
    private int forecast;

    /// How many jobs' waits have been explained.
    private int explained;

    private int over;
    private long now;

    public Simulation(
            Workload workload,
            SimulatedMachine machine,
            EngineOptions engineOptions,
            SimulationOptions options,
            RunRecorder recorder) {
        this.workload = workload;
        this.machine = machine;
        this.arrivals = new Arrivals(workload.jobs(), options.followsPreceding());
        this.jobs = arrivals.timed();
        this.jobCount = workload.jobs().size();
        this.numbers = new long[arrivals.followingCount() > 0 ? jobCount : 0];
        this.options = options;
        this.recorder = recorder;
        ResourceModel model = machine.newModel();
        this.engine = new Engine(engineOptions.withStartDelay(options.startDelayNanos()), model, false);
        this.driver = EngineDriver.withoutStore(engine, this::carryOut);
        this.owners = new Owners(engineOptions.queues());
        engine.expect(jobCount);
        this.table = engine.table();
        this.requests = machine.newRequests();
        this.runs = new long[jobCount];
        this.processors = new int[jobCount];
        this.endRank = engineOptions.cycle().order() == EventOrder.ENDS_FIRST ? RANK_FIRST : RANK_SECOND;
        this.units = new UnitLedger(model.graph(), machine.unit(), machine.isPooled(), jobCount);
        this.down = new DownUnits(model.graph(), machine.unit());
        this.failures = new NodeFailures(options, model.graph());
        this.nextSubmission = submissionNanos(timedSubmitted);
    }

    public Engine engine() {
        return engine;
    }

    /// Enters windows in which no job may run, to be called before the run begins.
    ///
    /// @throws IllegalArgumentException if the engine cannot enter one; names its source
    void enter(List<Window> all) {
        for (Window window : Windows.inOrderOfEntry(all)) {
            Jobspec what = requests.of(window.part(), engine.state().machine()).orElseThrow(() -> window.allIsDown());
            int number = windows.count();
            carryOut(windows.enter(window, what, engine, now).decisions());
            heap.add(window.startNanos(), RANK_FIRST, WINDOW_BEGINS, number);
            heap.add(window.endNanos(), RANK_FIRST, WINDOW_ENDS, number);
        }
        if (!all.isEmpty()) {
            recorder.note("windows", Windows.words(all));
        }
    }

    private void setInWindow(int window, boolean begins) {
        down.setInWindow(windows.place(window), begins);
        recorder.down(now, down.total());
    }

    /// Runs until all jobs are over, or the watch stops it.
    ///
    /// @return the moment at which the last thing happened
    public long run(ProgressWatch watch) {
        if (down.total() > 0) {
            recorder.down(0, down.total());
        }
        recorder.inPools(units.severalPools());
        scheduleFirstFailures();
        if (arrivals.left() > 0) {
            recorder.note(
                    "dependencies",
                    "jobs that name a preceding job that is not there or comes later, and come at their own times: "
                            + arrivals.left());
        }
        noteMissingEstimates();
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
                untilWatched--;
            }
            driver.settle(now);
            // More may happen in this instant, as a job that takes no time may have started.
            if (nextTime() > now) {
                endInstant();
                if (untilWatched <= 0) {
                    untilWatched = WATCH_EVERY;
                    if (!watch.goesOn(over)) {
                        return now;
                    }
                }
            }
        }
        watch.goesOn(over);
        return now;
    }

    private void endInstant() {
        units.checkInstant();
        explainWaits();
        if (options.forecasts()) {
            forecastArrivals();
        }
    }

    private void noteMissingEstimates() {
        long missing =
                workload.jobs().stream().filter(options.wallTimes()::isMissing).count();
        if (missing > 0) {
            String instead = switch (options.wallTimes().missing()) {
                case MissingEstimates.RunTime _ -> "its exact run time, as if its user had known it";
                case MissingEstimates.Fixed fixed -> FluxDuration.encodeSeconds(fixed.nanos() / NANOS_PER_SECOND);
                case MissingEstimates.QueueDefault _ -> "the default of its queue";
            };
            recorder.note(
                    "estimates",
                    "no requested time, or 0: %d of %d jobs; the wall time of each is %s"
                            .formatted(missing, jobCount, instead));
        }
    }

    /// Says of the jobs submitted in this instant why they have not started in it.
    private void explainWaits() {
        for (; explained < submitted; explained++) {
            if (table.isWaiting(explained)) {
                recorder.waits(explained, waitReason(explained));
            }
        }
    }

    private WaitReason waitReason(int job) {
        if (!engine.state().limits().allows(table, job, engine.state().shape(job))) {
            return WaitReason.LIMIT;
        }
        if (processors[job] > freeFor(job)) {
            return WaitReason.RESOURCES;
        }
        // Nothing is ahead of it but a window that it would run into.
        boolean isHeldByWindow = windows.count() > 0 && engine.state().waiting().first() == job;
        return isHeldByWindow ? WaitReason.WINDOW : WaitReason.PRIORITY;
    }

    /// How many units are free where the job may run.
    private long freeFor(int job) {
        EngineState state = engine.state();
        boolean isAnywhere = state.limits()
                .rules(table.job(job).queuePriority().queue())
                .nodeSet()
                .isEmpty();
        return isAnywhere
                ? recorder.free()
                : units.free(state.machine(), state.shape(job).request(), down);
    }

    private void forecastArrivals() {
        for (; forecast < submitted; forecast++) {
            if (!recorder.hasEstimate(forecast)) {
                long start = EstimatedStart.startNanos(engine, forecast, now);
                if (start != EstimatedStart.NONE) {
                    recorder.startEstimated(forecast, shown(start), now);
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
        processors[row] = job.processors();
        Owner owner = owners.of(job.origin().user(), job.origin().group());
        QueuePriority queuePriority = owners.queuePriority(job.origin().queue());
        long wall = options.wallTimes().nanos(job, run, queuePriority.queue());
        recorder.submitted(new SubmittedJob(
                job.number(),
                job.name(),
                job.labels().workload(),
                job.labels().profile(),
                now,
                job.processors(),
                job.estimateNanos() > 0 ? job.estimateNanos() : RunResult.NEVER,
                new SubmittedJob.Owner(owner.user(), owner.account(), queuePriority.queue())));
        // The engine wants time to pass, which a job that takes none has no need of.
        long engineWall = Math.max(1, wall) + options.startDelayNanos();
        driver.handle(
                new Event.JobSubmitted(new Job(
                        row,
                        requests.of(job.processors()),
                        engineWall,
                        owner,
                        queuePriority,
                        List.<Condition>of(),
                        Optional.empty())),
                now);
    }

    private void happen() {
        int kind = heap.kind();
        int subject = heap.subject();
        heap.removeFirst();
        switch (kind) {
            case OVERRAN -> driver.handle(new Event.JobOverran(subject), now);
            case FINISHED -> end(subject);
            case CONFIRMED -> confirm(subject);
            case NODE_FAILED -> fail(subject);
            case NODE_REPAIRED -> repair(subject);
            case WINDOW_BEGINS -> setInWindow(subject, true);
            case WINDOW_ENDS -> setInWindow(subject, false);
            case FOLLOWED -> submit(arrivals.following(subject));
            case TIMER -> driver.handle(new Event.TimerFired(), now);
            default -> throw new IllegalStateException("kind (" + kind + ")");
        }
    }

    private void confirm(int job) {
        // Not for a run that was lost meanwhile.
        if (table.startedNanos(job) + options.startDelayNanos() == now) {
            driver.handle(new Event.JobStarted(job), now);
        }
    }

    private void end(int job) {
        if (table.isRunning(job) && finish(job) == now) {
            over(job, FinalState.COMPLETED_SUCCESSFULLY, NO_REASON);
            driver.handle(new Event.JobFinished(job), now);
        }
    }

    private void lost(int job) {
        units.giveBack(job);
        recorder.lost(job, now);
    }

    private void over(int job, FinalState how, String reason) {
        units.giveBack(job);
        recorder.finished(job, now, how, EndReason.of(reason));
        countOver(job);
    }

    private void countOver(int job) {
        over++;
        if (numbers.length > 0) {
            for (int follower : arrivals.after(numbers[job])) {
                heap.add(arrivals.submitNanos(follower, now), RANK_SUBMISSION, FOLLOWED, follower);
            }
        }
    }

    private void carryOut(List<Decision> decisions) {
        // Places change hands first: a job may end in the instant in which another starts on its place.
        boolean isMore = false;
        for (int i = 0; i < decisions.size(); i++) {
            Decision decision = decisions.get(i);
            if (decision instanceof Decision.Start it) {
                started(it);
            } else if (decision instanceof Decision.Plan it) {
                planned(it);
            } else if (decision instanceof Decision.Requeue it) {
                lost((int) it.job());
            } else {
                isMore = true;
            }
        }
        for (int i = 0; isMore && i < decisions.size(); i++) {
            switch (decisions.get(i)) {
                case Decision.Plan _, Decision.Start _, Decision.Requeue _, Decision.EnterWindow _ -> {}
                case Decision.ExpectEnd it -> expectEnd((int) it.job(), it.endNanos());
                case Decision.Stop it -> stop((int) it.job(), it.why());
                case Decision.Refuse it -> refuse((int) it.job(), it.reason());
                case Decision.WakeAt it -> heap.add(it.timeNanos(), RANK_TIMER, TIMER, 0);
                case Decision.Quarantine _,
                        Decision.WindowInUse _,
                        Decision.Adopt _,
                        Decision.Extend _,
                        Decision.Reduce _ -> {}
                case Decision.Report it -> recorder.note("report", it.problem());
            }
        }
    }

    /// A job that is larger than the machine is told so in the units that it asks for.
    private void refuse(int job, Reason reason) {
        boolean isTooLarge = reason.code() == ReasonCode.NEVER_FITS && processors[job] > machine.size();
        String sentence = isTooLarge
                ? "needs %d of the %d %s".formatted(processors[job], machine.size(), units(machine.label()))
                : reason.sentence();
        recorder.finished(job, now, FinalState.REJECTED, new EndReason(kind(reason), sentence));
        countOver(job);
    }

    private static String units(String label) {
        return label.equals("memory") || label.endsWith("s") ? label : label + "s";
    }

    /// What rejected jobs are counted by: sentences differ from job to job.
    private String kind(Reason reason) {
        return switch (reason.code()) {
            case NEVER_FITS ->
                reason.parameters().containsKey("queue")
                        ? "larger than the part of the machine that its queue may use"
                        : "larger than the machine";
            case ABOVE_LIMIT -> "above a limit of its queue";
            case HELD, CONDITION_OPEN, CONDITION_NEVER_MET, LIMIT_REACHED, NODES_DOWN, BACKS_OFF, RESOURCES ->
                reason.sentence();
        };
    }

    private void stop(int job, StopReason why) {
        switch (why) {
            case WALL_TIME ->
                over(job, FinalState.COMPLETED_WALLTIME_REACHED, "it still ran at the end of its wall time");
            case CANCELLED -> over(job, FinalState.COMPLETED_KILLED, "it was cancelled");
        }
    }

    private void planned(Decision.Plan plan) {
        int job = (int) plan.job();
        recorder.startEstimated(job, shown(plan.startNanos()), now);
        recorder.headDelayed(job, Math.max(0, shown(plan.startNanos()) - shown(table.promisedNanos(job))));
    }

    /// A plan behind a job that is about to end is a nanosecond after its end, by which the engine tells the two
    /// apart. Outputs have no use for that.
    private static long shown(long nanos) {
        return nanos - nanos % NANOS_PER_MICROSECOND;
    }

    private void started(Decision.Start start) {
        int job = (int) start.job();
        units.take(job, processors[job], start.placement());
        if (units.hasPlaces() || !units.severalPools().isEmpty()) {
            recorder.started(job, now, start.backfilled(), units.ids(start.placement()));
        } else {
            recorder.started(job, now, start.backfilled());
        }
        long delay = options.startDelayNanos();
        if (delay > 0) {
            heap.add(now + delay, RANK_EXPECTED, CONFIRMED, job);
        }
        // Added now, even if the job is stopped earlier: of jobs that end together, the one that started first
        // ends first.
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
        down.setFailed(failures.vertex(node), true);
        recorder.down(now, down.total());
        driver.handle(new Event.NodeClosed(failures.path(node), ClosedReason.DOWN), now);
        for (int job : failures.jobsOn(node, engine.state())) {
            if (failures.areRequeued() && table.lostCount(job) < RUNS_LOST_MAX) {
                driver.handle(new Event.JobLost(job), now);
            } else {
                over(job, FinalState.COMPLETED_FAILED, "a node that it ran on failed");
                driver.handle(new Event.JobFailed(job), now);
            }
        }
        heap.add(now + failures.timeToRepair(node), RANK_FIRST, NODE_REPAIRED, node);
    }

    private void repair(int node) {
        down.setFailed(failures.vertex(node), false);
        recorder.down(now, down.total());
        driver.handle(new Event.NodeOpened(failures.path(node), ClosedReason.DOWN), now);
        heap.add(now + failures.timeToFailure(node), RANK_FIRST, NODE_FAILED, node);
    }
}

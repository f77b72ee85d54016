package dev.sluice.server;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.audit.Audit;
import dev.sluice.controller.call.FencedCalls;
import dev.sluice.controller.call.ThreadedCalls;
import dev.sluice.controller.sync.InformerThreads;
import dev.sluice.controller.sync.SourceGaps;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.QueueStep;
import dev.sluice.controller.view.QueueView;
import dev.sluice.controller.view.QueueViews;
import dev.sluice.controller.view.ViewStep;
import dev.sluice.controller.workload.Refused;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.server.config.SchedulerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// A live scheduler on threads: one owns the engine, one the audit, one each informer, and one makes views of the
/// queue.
/// Calls have virtual threads.
public final class SchedulerProcess implements AutoCloseable {
    /// Sums over all nodes are made at most this often.
    private static final long VIEW_NANOS = Clock.NANOS_PER_SECOND;

    private final LiveScheduler scheduler;
    private final Audit.Auditor auditor;
    private final Clock clock;
    private final QueueViews queue;
    private final EnginePulse pulse = new EnginePulse(this::wakeEngine);
    private final ViewStep views;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final InformerThreads informers = new InformerThreads();
    private final ExecutorService viewMaker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("queue views").factory());
    private final List<ThreadCrank> cranks;
    private volatile @Nullable ThreadCrank engineCrank;
    private volatile @Nullable ThreadCrank auditCrank;

    /// The queue that the scheduler continues.
    ///
    /// @param term higher than that of any scheduler before it
    /// @param mayAct whether this process is certain, at a time, to be the only scheduler
    public record Tenure(QueueStore store, long term, LongPredicate mayAct) {}

    /// Time, randomness and what happens after a fault.
    public record Surroundings(Clock clock, Seeds seeds, Faults faults) {}

    private SchedulerProcess(
            Kube kube,
            SchedulerSettings settings,
            Tenure tenure,
            Surroundings surroundings,
            LiveScheduler.Listeners listeners) {
        Clock clock = surroundings.clock();
        Faults faults = surroundings.faults();
        TimerQueue engineTimers = new TimerQueue();
        TimerQueue auditTimers = new TimerQueue();
        this.scheduler = new LiveScheduler(
                kube,
                settings.live(),
                tenure.store(),
                tenure.term(),
                inbox -> new FencedCalls(
                        new ThreadedCalls(kube, calls, inbox::answer, engineTimers, clock, tenure.mayAct()),
                        tenure.mayAct(),
                        engineTimers,
                        clock),
                clock,
                informers,
                engineTimers,
                surroundings.seeds(),
                listeners,
                new ClusterFollower.Wakes(this::wakeEngine, () -> wake(auditCrank)));
        QueueStep outlooks = new QueueStep(scheduler.engine(), this::wakeEngine);
        this.queue = new QueueViews(outlooks, viewMaker);
        this.views = new ViewStep(scheduler.follower(), engineTimers, VIEW_NANOS);
        List<Step> engineSteps = new ArrayList<>(scheduler.engineSteps());
        engineSteps.add(outlooks);
        engineSteps.add(pulse);
        if (settings.hasViews()) {
            engineSteps.add(views);
        }
        this.auditor = scheduler.auditor(auditTimers, settings.auditNanos());
        this.clock = clock;
        ThreadCrank engine = new ThreadCrank("engine", clock, engineTimers, engineSteps, faults);
        ThreadCrank audits = new ThreadCrank("auditor", clock, auditTimers, List.of(auditor), faults);
        this.engineCrank = engine;
        this.auditCrank = audits;
        this.cranks = List.of(engine, audits);
    }

    /// Starts a scheduler on what the store has.
    public static SchedulerProcess start(
            Kube kube,
            SchedulerSettings settings,
            Tenure tenure,
            Surroundings surroundings,
            LiveScheduler.Listeners listeners) {
        SchedulerProcess process = new SchedulerProcess(kube, settings, tenure, surroundings, listeners);
        process.cranks.forEach(ThreadCrank::start);
        process.informers.start(process.scheduler.informerSteps(), surroundings.clock(), surroundings.faults());
        return process;
    }

    private static void wake(@Nullable ThreadCrank crank) {
        if (crank != null) {
            crank.wake();
        }
    }

    /// Makes the engine look for work, such as decisions whose records have become durable. Any thread may call this.
    public void wakeEngine() {
        wake(engineCrank);
    }

    /// Returns how many decided places were lost, by the scheduler that took them. Any thread may ask.
    public Map<String, Long> lostRaces() {
        return scheduler.lostRaces();
    }

    /// Returns whether the engine's thread hangs. It is noticed only if this is asked again and again. Any thread may
    /// ask.
    public boolean isStuck() {
        return pulse.isMissing(clock.nowNanos());
    }

    /// Returns how many nodes are in quarantine. Any thread may ask.
    public int quarantined() {
        return scheduler.quarantined();
    }

    /// Returns how long ago the last audit compared; before the first, how long it has been due. Any thread may ask.
    public double auditAgeSeconds() {
        return (double) auditor.ageNanos(clock.nowNanos()) / Clock.NANOS_PER_SECOND;
    }

    /// Returns how many lists of audits have failed. Any thread may ask.
    public long auditFailures() {
        return auditor.failures();
    }

    /// Returns the objects of a name that cannot run as they are. Any thread may ask.
    public List<Refused> refused(ObjectKey key) {
        return scheduler.refused(key);
    }

    /// Returns what this process does not see of the cluster. Any thread may ask.
    public SourceGaps gaps() {
        return scheduler.gaps();
    }

    /// Asks for the queue as it is, or was a second ago. Any thread may ask.
    public CompletableFuture<QueueView> queue() {
        return queue.ask();
    }

    /// Returns what nodes have free and held; empty at the very start. Any thread may ask.
    public Optional<ClusterView> cluster() {
        return Optional.ofNullable(views.last());
    }

    @Override
    public void close() {
        cranks.forEach(ThreadCrank::close);
        informers.close();
        scheduler.close();
        // A call that is under way may take effect or not; the next scheduler reads the object.
        List<Runnable> _ = calls.shutdownNow();
        List<Runnable> _ = viewMaker.shutdownNow();
    }
}

package dev.sluice.server;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.call.ThreadedCalls;
import dev.sluice.controller.view.QueueStep;
import dev.sluice.controller.view.QueueView;
import dev.sluice.kube.port.Kube;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.reason.Outlook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A live scheduler on threads: one owns the engine, one the informers, one the audit; calls have virtual threads.
public final class SchedulerProcess implements AutoCloseable {
    private final LiveScheduler scheduler;
    private final QueueStep queue;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ThreadCrank> cranks;
    private volatile @Nullable ThreadCrank engineCrank;
    private volatile @Nullable ThreadCrank informerCrank;
    private volatile @Nullable ThreadCrank auditCrank;
    private volatile @Nullable AuditReport lastAudit;

    /// What an operator chooses.
    ///
    /// @param auditNanos the time between the end of an audit and the next one
    public record Settings(LiveScheduler.Options live, long auditNanos) {}

    private SchedulerProcess(
            Kube kube,
            Settings settings,
            QueueStore store,
            long term,
            Clock clock,
            Seeds seeds,
            Faults faults,
            Consumer<AuditReport> listener) {
        TimerQueue informerTimers = new TimerQueue();
        TimerQueue engineTimers = new TimerQueue();
        TimerQueue auditTimers = new TimerQueue();
        this.scheduler = new LiveScheduler(
                kube,
                settings.live(),
                store,
                term,
                inbox -> new ThreadedCalls(kube, calls, inbox::answer, engineTimers, clock),
                clock,
                informerTimers,
                engineTimers,
                seeds,
                report -> {
                    lastAudit = report;
                    listener.accept(report);
                },
                new ClusterFollower.Wakes(() -> wake(informerCrank), () -> wake(engineCrank), () -> wake(auditCrank)));
        this.queue = new QueueStep(scheduler.engine(), engineTimers);
        List<Step> engineSteps = new ArrayList<>(scheduler.engineSteps());
        engineSteps.add(queue);
        Step auditor = scheduler.auditor(auditTimers, settings.auditNanos());
        ThreadCrank engine = new ThreadCrank("engine", clock, engineTimers, engineSteps, faults);
        ThreadCrank informers = new ThreadCrank("informers", clock, informerTimers, scheduler.informerSteps(), faults);
        ThreadCrank audits = new ThreadCrank("auditor", clock, auditTimers, List.of(auditor), faults);
        this.engineCrank = engine;
        this.informerCrank = informers;
        this.auditCrank = audits;
        this.cranks = List.of(engine, informers, audits);
    }

    /// Starts a scheduler on what the store has.
    ///
    /// @param term higher than that of any scheduler before it
    /// @param listener gets each audit's report, on the auditor's thread
    public static SchedulerProcess start(
            Kube kube,
            Settings settings,
            QueueStore store,
            long term,
            Clock clock,
            Seeds seeds,
            Faults faults,
            Consumer<AuditReport> listener) {
        SchedulerProcess process = new SchedulerProcess(kube, settings, store, term, clock, seeds, faults, listener);
        process.cranks.forEach(ThreadCrank::start);
        return process;
    }

    private static void wake(@Nullable ThreadCrank crank) {
        if (crank != null) {
            crank.wake();
        }
    }

    /// Makes the engine carry out decisions whose records have become durable. Any thread may call this.
    public void storeAdvanced() {
        wake(engineCrank);
    }

    /// Returns the queue as it was about a second ago; empty at the very start. Any thread may ask.
    public Optional<QueueView> queue() {
        Outlook outlook = queue.last();
        return outlook == null ? Optional.empty() : Optional.of(QueueView.of(outlook));
    }

    /// Returns the last audit's report; empty before the first. Any thread may ask.
    public Optional<AuditReport> lastAudit() {
        return Optional.ofNullable(lastAudit);
    }

    @Override
    public void close() {
        cranks.forEach(ThreadCrank::close);
        scheduler.close();
        calls.close();
    }
}

package dev.sluice.cli.watch;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.audit.Audit;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.InformerThreads;
import dev.sluice.controller.sync.SourceGaps;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.ViewStep;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A follower on threads: each informer and the auditor wait for the API server, the engine for none of them.
final class Following implements AutoCloseable {
    private final LagProbe lag;
    private final ClusterFollower follower;
    private final Audit.Auditor auditor;
    private final ViewStep views;
    private final BlockingQueue<AuditReport> reports = new LinkedBlockingQueue<>();
    private volatile @Nullable AuditReport lastReport;
    private final InformerThreads informers = new InformerThreads();
    private final List<ThreadCrank> cranks;
    private long receivedBefore;
    private long rateNanos;
    private double rate;

    private Following(Kube server, Settings settings, Clock clock, Seeds seeds, Faults faults) {
        this.lag = new LagProbe(clock);
        TimerQueue engineTimers = new TimerQueue();
        TimerQueue auditorTimers = new TimerQueue();
        Wakes wakes = new Wakes();
        this.follower = new ClusterFollower(
                lag.noting(server),
                settings.follower(),
                informers,
                engineTimers,
                seeds,
                this::reported,
                new ClusterFollower.Wakes(() -> wakes.wake(wakes.engine), () -> wakes.wake(wakes.auditor)));
        this.views = new ViewStep(follower, engineTimers, settings.viewNanos());
        lag.of(follower.sync());
        List<Step> engineSteps = new ArrayList<>(follower.engineSteps());
        engineSteps.add(lag);
        engineSteps.add(views);
        this.auditor = follower.auditor(auditorTimers, settings.auditNanos());
        ThreadCrank engine = new ThreadCrank("engine", clock, engineTimers, engineSteps, faults);
        ThreadCrank audits = new ThreadCrank("auditor", clock, auditorTimers, List.of(auditor), faults);
        wakes.engine = engine;
        wakes.auditor = audits;
        this.cranks = List.of(engine, audits);
    }

    /// @param viewNanos the time between two views
    /// @param auditNanos the time between the end of an audit and the next one
    record Settings(ClusterFollower.Options follower, long viewNanos, long auditNanos) {}

    /// The cranks wake each other; they are set before the first one starts.
    private static final class Wakes {
        private volatile @Nullable ThreadCrank engine;
        private volatile @Nullable ThreadCrank auditor;

        void wake(@Nullable ThreadCrank crank) {
            if (crank != null) {
                crank.wake();
            }
        }
    }

    static Following start(Kube server, Settings settings, Clock clock, Seeds seeds, Faults faults) {
        Following following = new Following(server, settings, clock, seeds, faults);
        following.cranks.forEach(ThreadCrank::start);
        following.informers.start(following.follower.informerSteps(), clock, faults);
        return following;
    }

    private void reported(AuditReport report) {
        lastReport = report;
        reports.add(report);
    }

    /// Returns the report of an audit that ends within this time, if one does.
    Optional<AuditReport> awaitReport(long nanos) throws InterruptedException {
        return Optional.ofNullable(reports.poll(nanos, TimeUnit.NANOSECONDS));
    }

    /// Returns what is known now; empty before the engine's first turn. Only one thread may ask.
    Optional<Situation> situation() {
        ClusterView view = views.last();
        if (view == null) {
            return Optional.empty();
        }
        if (view.atNanos() > rateNanos) {
            rate = rateNanos == 0
                    ? 0
                    : (view.received() - receivedBefore)
                            * (double) Clock.NANOS_PER_SECOND
                            / (view.atNanos() - rateNanos);
            receivedBefore = view.received();
            rateNanos = view.atNanos();
        }
        return Optional.of(
                new Situation(view, rate, lastReport, follower.auditStage(), problems(), lag.lag(), ProcessUse.now()));
    }

    /// Returns what fails at the moment, so that the view can tell why nothing moves.
    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        SourceGaps gaps = follower.gaps();
        if (!gaps.failing().isEmpty()) {
            gaps.sentence().ifPresent(problems::add);
        }
        if (!auditor.failure().isEmpty()) {
            problems.add("the audit cannot list the cluster: " + auditor.failure());
        }
        return problems;
    }

    @Override
    public void close() {
        cranks.forEach(ThreadCrank::close);
        informers.close();
        follower.close();
    }
}

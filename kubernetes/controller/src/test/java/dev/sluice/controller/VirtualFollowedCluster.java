package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.Audit;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A followed cluster in virtual time: the embedded API server, and everything on one crank.
final class VirtualFollowedCluster extends FollowedCluster {
    /// Longer than the interval of bookmarks, so that quiet watches pass the lists' versions.
    private static final long AUDIT_SECONDS = 120;

    /// As many changes as the HTTP server's watch cache keeps.
    private static final int REMEMBERED = 16_384;

    private final VirtualClock clock = new VirtualClock(1_000_000 * SECOND);
    private final TimerQueue timers = new TimerQueue();
    private final InProcessServer server;
    private final VirtualCrank crank;
    private final ClusterFollower follower;
    private final Audit.Auditor auditor;
    private final List<AuditReport> reports = new ArrayList<>();

    VirtualFollowedCluster() {
        this(1, UnaryOperator.identity(), OwnWork.NONE);
    }

    /// @param wrap makes the API that the follower sees, perhaps with faults
    VirtualFollowedCluster(long seed, UnaryOperator<Kube> wrap, OwnWork work) {
        this(seed, wrap, work, UnaryOperator.identity());
    }

    /// @param changed what becomes of the events before the engine gets them
    VirtualFollowedCluster(
            long seed, UnaryOperator<Kube> wrap, OwnWork work, UnaryOperator<Supplier<Optional<Event>>> changed) {
        Seeds seeds = new Seeds(seed);
        server = new InProcessServer(clock, seeds.within("server"), REMEMBERED);
        follower = new ClusterFollower(
                wrap.apply(server.kube()),
                ClusterFollower.Options.DEFAULT,
                work,
                changed,
                InformerCranks.one(timers),
                timers,
                seeds.within("follower"),
                reports::add,
                ClusterFollower.Wakes.NONE);
        List<Step> steps = new ArrayList<>(follower.informerSteps().values());
        steps.addAll(follower.engineSteps());
        auditor = follower.auditor(timers, AUDIT_SECONDS * SECOND);
        steps.add(auditor);
        crank = new VirtualCrank(clock, timers, steps, new FailRunOnFault());
    }

    @Override
    Kube kube() {
        return server.kube();
    }

    ClusterFollower follower() {
        return follower;
    }

    Audit.Auditor auditor() {
        return auditor;
    }

    List<AuditReport> reports() {
        return reports;
    }

    @Override
    long nowNanos() {
        return clock.nowNanos();
    }

    @Override
    void settle() {
        crank.runUntil(clock.nowNanos());
    }

    @Override
    void waitUntil(long nanos) {
        crank.runUntil(nanos);
    }

    @Override
    void recover() {
        pass(60);
    }

    void pass(long seconds) {
        crank.runUntil(clock.nowNanos() + seconds * SECOND);
    }

    @Override
    AuditReport audit() {
        settle();
        int wanted = reports.size() + 2;
        for (int i = 0; i < 20 && reports.size() < wanted; i++) {
            pass(AUDIT_SECONDS);
        }
        assertThat(reports).as("audits end").hasSizeGreaterThanOrEqualTo(wanted);
        return reports.getLast();
    }

    @Override
    <T> T ask(Function<Engine, T> question) {
        return question.apply(follower.engine());
    }

    @Override
    long relists() {
        return follower.relists();
    }
}

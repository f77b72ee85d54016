package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.cluster.controllers.Controllers;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A cluster over HTTP in which time only passes on request.
///
/// Requests are served at any time, and controllers and nodes react to them at once. One thread turns the crank, so
/// that controllers and nodes stay single-threaded.
public final class SteppedCluster implements AutoCloseable {

    /// The cluster's state, for the client that drives its time.
    ///
    /// @param nextDeadlineNanos when the next timer fires
    /// @param requests in flight
    /// @param events that watches have not read yet
    public record Standing(long nowNanos, long nextDeadlineNanos, int requests, long events) {}

    private final EmbeddedApiServer server;
    private final ControllerContext context;
    private final VirtualCrank crank;
    private final TimerQueue timers;
    private final AtomicLong shownNanos;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isWoken = true;
    private boolean isStopping;
    private boolean hasFailed;
    private long targetNanos;
    private long reachedNanos = Long.MIN_VALUE;
    private long deadlineNanos;

    private SteppedCluster(ClusterSettings settings, long startNanos, Clock machine, Seeds seeds, Faults faults) {
        this.shownNanos = new AtomicLong(startNanos);
        this.targetNanos = startNanos;
        Clock shown = shownNanos::get;
        this.server = EmbeddedApiServer.start(shown, machine, seeds.within("server"), settings.server());
        VirtualClock clock = new VirtualClock(startNanos);
        this.timers = new TimerQueue();
        this.context = new ControllerContext(
                server.kube(), clock, timers, seeds.within("cluster"), this::wake, settings.hasEvents());
        NodeControlSettings controllers = settings.controllers();
        if (controllers != null) {
            String authority = settings.server().securePort().isPresent()
                    ? server.kubeconfig().authorityPem()
                    : "";
            Controllers.join(context, server::resources, authority, controllers);
        }
        if (settings.fleet() != null) {
            new NodeFleet(context, settings.fleet());
        }
        List<Step> steps = new ArrayList<>();
        steps.add(new ShownTime());
        steps.addAll(context.steps());
        this.crank = new VirtualCrank(clock, timers, steps, faults);
        this.thread = Thread.ofPlatform().name("cluster").unstarted(this::run);
    }

    /// Starts a cluster at a moment.
    ///
    /// @param machine the time by which the server disconnects slow clients
    public static SteppedCluster start(
            ClusterSettings settings, long startNanos, Clock machine, Seeds seeds, Faults faults) {
        SteppedCluster cluster = new SteppedCluster(settings, startNanos, machine, seeds, faults);
        cluster.thread.start();
        return cluster;
    }

    /// Publishes the crank's time to the server's threads.
    private final class ShownTime implements Step {
        @Override
        public String name() {
            return "shown time";
        }

        @Override
        public int work(long nowNanos) {
            shownNanos.set(nowNanos);
            return 0;
        }
    }

    public EmbeddedApiServer server() {
        return server;
    }

    /// Advances time, and returns when everything due has been done or the cluster is closed.
    ///
    /// @throws IllegalStateException if a fault has stopped the cluster
    public void advanceTo(long nanos) throws InterruptedException {
        lock.lock();
        try {
            targetNanos = Math.max(targetNanos, nanos);
            isWoken = true;
            changed.signalAll();
            while (reachedNanos < nanos && !isStopping) {
                changed.await();
            }
            if (hasFailed) {
                throw new IllegalStateException("a fault has stopped the cluster");
            }
        } finally {
            lock.unlock();
        }
    }

    public Standing standing() {
        // Read before taking the lock: a writer holds the server and takes this lock to wake the crank.
        int requests = server.requestsInFlight();
        long events = server.eventsInFlight();
        lock.lock();
        try {
            return new Standing(shownNanos.get(), deadlineNanos, requests, events);
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            isWoken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        boolean hasEnded = false;
        try {
            for (long until = awaitWork(); until != Long.MIN_VALUE; until = awaitWork()) {
                if (!crank.runUntil(until)) {
                    return;
                }
                reach(until);
            }
            hasEnded = true;
        } finally {
            stop(!hasEnded);
        }
    }

    private void reach(long until) {
        lock.lock();
        try {
            shownNanos.set(until);
            reachedNanos = until;
            deadlineNanos = timers.nextDeadlineNanos();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void stop(boolean isForAFault) {
        lock.lock();
        try {
            isStopping = true;
            hasFailed |= isForAFault;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// @return the target time; `Long.MIN_VALUE` when closed
    private long awaitWork() {
        lock.lock();
        try {
            while (!isWoken && !isStopping) {
                changed.awaitUninterruptibly();
            }
            isWoken = false;
            return isStopping ? Long.MIN_VALUE : targetNanos;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stop(false);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        context.close();
        server.close();
    }
}

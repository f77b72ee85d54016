package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.cluster.controllers.Controllers;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;

/// A cluster in virtual time: it stands still until it is told how far to go, and is a pure function of its
/// seed and of what is asked of it.
///
/// Whoever couples it with something else steers by three answers: whether anything is in flight, when it would
/// next do something by itself, and what the time is. Requests are answered before they return, so only events
/// that a watch has not read yet can be in flight.
public final class VirtualCluster {
    /// As many as the server over HTTP remembers.
    private static final int REMEMBERED = 16_384;

    private final VirtualClock clock;
    private final TimerQueue timers = new TimerQueue();
    private final InProcessServer server;
    private final ControllerContext context;

    /// One with a server and controllers, and nothing in it.
    public VirtualCluster(Seeds seeds, long startNanos) {
        this(seeds, startNanos, false);
    }

    /// One with a server and controllers, and nothing in it.
    ///
    /// @param hasEvents whether controllers and nodes write events, which simulations seldom need
    public VirtualCluster(Seeds seeds, long startNanos, boolean hasEvents) {
        this.clock = new VirtualClock(startNanos);
        this.server = new InProcessServer(clock, seeds.within("server"), REMEMBERED);
        this.context =
                new ControllerContext(server.kube(), clock, timers, seeds.within("cluster"), () -> {}, hasEvents);
        Controllers.join(context, server::resources, "");
    }

    public Kube kube() {
        return server.kube();
    }

    /// Adds nodes.
    public NodeFleet addNodes(FleetSettings settings) {
        return new NodeFleet(context, settings);
    }

    /// For whoever lives in it.
    public ControllerContext context() {
        return context;
    }

    public long nowNanos() {
        return clock.nowNanos();
    }

    /// Lets everybody do what there is to do now, without time passing.
    public void settle() {
        crank().runUntil(clock.nowNanos());
    }

    /// Goes to a moment, doing all that is due until then.
    public void advanceTo(long nanos) {
        crank().runUntil(nanos);
    }

    /// Made anew for each run, since nodes and controllers may have been added after the last one.
    private VirtualCrank crank() {
        return new VirtualCrank(clock, timers, context.steps(), new FailRunOnFault());
    }

    /// Events that watches have not read yet; none after [#settle] but those of watches that nobody reads.
    public long eventsInFlight() {
        return server.undelivered();
    }

    /// When it next does something by itself; [TimerQueue#NEVER_NANOS] if never.
    public long nextDeadlineNanos() {
        return timers.nextDeadlineNanos();
    }
}

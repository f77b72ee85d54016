package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.cluster.controllers.Controllers;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.nodes.PodStarts;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.function.UnaryOperator;

/// A cluster in virtual time, a pure function of its seed and the requests.
///
/// A co-simulation steers it by three answers: whether anything is in flight, when the next timer fires, and the
/// current time. Requests complete before they return, so only unread watch events can be in flight.
public final class VirtualCluster {
    /// As many changes as the HTTP server's watch cache keeps.
    private static final int REMEMBERED = 16_384;

    private final VirtualClock clock;
    private final TimerQueue timers = new TimerQueue();
    private final InProcessServer server;
    private final ControllerContext context;

    /// Creates a cluster with a server and controllers, without nodes.
    public VirtualCluster(Seeds seeds, long startNanos) {
        this(seeds, startNanos, false);
    }

    /// Creates a cluster with a server and controllers, without nodes.
    ///
    /// @param hasEvents whether controllers and nodes record events, which simulations seldom need
    public VirtualCluster(Seeds seeds, long startNanos, boolean hasEvents) {
        this(seeds, startNanos, hasEvents, UnaryOperator.identity());
    }

    /// Creates a cluster with a server and controllers, without nodes.
    ///
    /// @param seen changes what controllers and nodes see of the server and do there, not what [#kube] returns: the
    ///     server of virtual time calls no webhooks, so admission may stand here
    public VirtualCluster(Seeds seeds, long startNanos, boolean hasEvents, UnaryOperator<Kube> seen) {
        this.clock = new VirtualClock(startNanos);
        this.server = new InProcessServer(clock, seeds.within("server"), REMEMBERED);
        this.context = new ControllerContext(
                seen.apply(server.kube()), clock, timers, seeds.within("cluster"), () -> {}, hasEvents);
        Controllers.join(context, server::resources, "");
    }

    public Kube kube() {
        return server.kube();
    }

    /// Adds nodes.
    public NodeFleet addNodes(FleetSettings settings) {
        return new NodeFleet(context, settings);
    }

    /// Adds nodes.
    ///
    /// @param starts learns of the pods that are started
    public NodeFleet addNodes(FleetSettings settings, PodStarts starts) {
        return new NodeFleet(context, settings, starts);
    }

    /// Returns the context in which controllers and nodes run.
    public ControllerContext context() {
        return context;
    }

    public long nowNanos() {
        return clock.nowNanos();
    }

    /// Does all pending work without advancing time.
    public void settle() {
        crank().runUntil(clock.nowNanos());
    }

    /// Advances time, doing everything that is due.
    public void advanceTo(long nanos) {
        crank().runUntil(nanos);
    }

    /// Made anew for each run, since nodes and controllers may have been added after the last one.
    private VirtualCrank crank() {
        return new VirtualCrank(clock, timers, context.steps(), new FailRunOnFault());
    }

    /// Returns the number of unread watch events. After [#settle] only watches without a reader have any.
    public long eventsInFlight() {
        return server.undelivered();
    }

    /// Returns when the next timer fires; [TimerQueue#NEVER_NANOS] if none is set.
    public long nextDeadlineNanos() {
        return timers.nextDeadlineNanos();
    }
}

package dev.sluice.kube.cluster;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.cluster.controllers.Controllers;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.kube.cluster.controllers.scheduling.FirstFitScheduler;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A cluster in this process, in real time: API server, controllers and simulated nodes.
///
/// Requests run on their own threads and take turns at the server. Controllers and nodes run on the thread of one
/// crank.
public final class EmbeddedCluster implements AutoCloseable {
    private final EmbeddedApiServer server;
    private final ControllerContext context;
    private final ThreadCrank crank;
    private final @Nullable NodeFleet fleet;
    private final CountDownLatch ready;

    private EmbeddedCluster(
            EmbeddedApiServer server,
            ControllerContext context,
            ThreadCrank crank,
            @Nullable NodeFleet fleet,
            CountDownLatch ready) {
        this.server = server;
        this.context = context;
        this.crank = crank;
        this.fleet = fleet;
        this.ready = ready;
    }

    /// Starts a cluster; its nodes register soon after.
    public static EmbeddedCluster start(ClusterSettings settings, Clock clock, Seeds seeds, Faults faults) {
        EmbeddedApiServer server = EmbeddedApiServer.start(clock, seeds.within("server"), settings.server());
        TimerQueue timers = new TimerQueue();
        DeferredWake wake = new DeferredWake();
        ControllerContext context = new ControllerContext(
                server.kube(), clock, timers, seeds.within("cluster"), wake::now, settings.hasEvents());
        NodeControlSettings controllers = settings.controllers();
        if (controllers != null) {
            String authority = settings.server().securePort().isPresent()
                    ? server.kubeconfig().authorityPem()
                    : "";
            Controllers.join(context, server::resources, authority, controllers);
        }
        if (settings.hasScheduler()) {
            new FirstFitScheduler(context);
        }
        NodeFleet fleet = settings.fleet() == null ? null : new NodeFleet(context, settings.fleet());
        CountDownLatch ready = new CountDownLatch(1);
        context.drive(new NodesReady(
                fleet, settings.fleet() == null ? 0 : settings.fleet().nodes(), ready));
        ThreadCrank crank = new ThreadCrank("cluster", clock, timers, context.steps(), faults);
        wake.wakes(crank);
        crank.start();
        return new EmbeddedCluster(server, context, crank, fleet, ready);
    }

    public Kube kube() {
        return server.kube();
    }

    /// Returns its API server, which has the address and credentials.
    public EmbeddedApiServer server() {
        return server;
    }

    public @Nullable NodeFleet fleet() {
        return fleet;
    }

    /// Waits until all nodes are ready.
    ///
    /// @return false after a timeout
    public boolean awaitReady(long seconds) throws InterruptedException {
        return ready.await(seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        crank.close();
        context.close();
        server.close();
    }
}

package dev.sluice.kube.cluster;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Simulated nodes in somebody else's cluster.
public final class RemoteNodeFleet implements AutoCloseable {
    private static final int NOT_FOUND = 404;

    private final ControllerContext context;
    private final ThreadCrank crank;
    private final CountDownLatch ready;

    private RemoteNodeFleet(ControllerContext context, ThreadCrank crank, CountDownLatch ready) {
        this.context = context;
        this.crank = crank;
        this.ready = ready;
    }

    /// Starts them; they appear soon after.
    public static RemoteNodeFleet start(Kube kube, FleetSettings settings, Clock clock, Seeds seeds, Faults faults) {
        TimerQueue timers = new TimerQueue();
        DeferredWake wake = new DeferredWake();
        ControllerContext context = new ControllerContext(kube, clock, timers, seeds, wake::now);
        NodeFleet fleet = new NodeFleet(context, settings);
        CountDownLatch ready = new CountDownLatch(1);
        context.drive(new NodesReady(fleet, settings.nodes(), ready));
        ThreadCrank crank = new ThreadCrank("nodes", clock, timers, context.steps(), faults);
        wake.wakes(crank);
        crank.start();
        return new RemoteNodeFleet(context, crank, ready);
    }

    /// Waits until all are registered.
    ///
    /// @return whether they are, within that time
    public boolean awaitRegistered(long seconds) throws InterruptedException {
        return ready.await(seconds, TimeUnit.SECONDS);
    }

    /// Takes the nodes out of the cluster, when nobody drives them any more.
    public static void remove(Kube kube, FleetSettings settings) {
        for (int i = 0; i < settings.nodes(); i++) {
            try {
                kube.delete(KubeTypes.NODES, ObjectKey.of(settings.name(i)), DeleteOptions.PLAIN);
            } catch (ApiException e) {
                if (e.code() != NOT_FOUND) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        crank.close();
        context.close();
    }
}

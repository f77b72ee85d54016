package dev.sluice.kube.cluster;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.nodes.PodStarts;
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

/// Simulated nodes in a cluster outside this process.
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

    /// Starts the nodes; they register soon after.
    ///
    /// @param starts learns of the pods that are started, on the thread of the nodes
    public static RemoteNodeFleet start(
            Kube kube, FleetSettings settings, PodStarts starts, Clock clock, Seeds seeds, Faults faults) {
        TimerQueue timers = new TimerQueue();
        DeferredWake wake = new DeferredWake();
        ControllerContext context = new ControllerContext(kube, clock, timers, seeds, wake::now);
        NodeFleet fleet = new NodeFleet(context, settings, starts);
        CountDownLatch ready = new CountDownLatch(1);
        context.drive(new NodesReady(fleet, settings.nodes(), ready));
        ThreadCrank crank = new ThreadCrank("nodes", clock, timers, context.steps(), faults);
        wake.wakes(crank);
        crank.start();
        return new RemoteNodeFleet(context, crank, ready);
    }

    /// Waits until all nodes are registered.
    ///
    /// @return false after a timeout
    public boolean awaitRegistered(long seconds) throws InterruptedException {
        return ready.await(seconds, TimeUnit.SECONDS);
    }

    /// Deletes the nodes of a fleet that has stopped.
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

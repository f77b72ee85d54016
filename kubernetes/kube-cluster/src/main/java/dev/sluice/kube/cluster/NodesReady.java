package dev.sluice.kube.cluster;

import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.runtime.step.Step;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Opens a latch once all nodes are registered.
record NodesReady(@Nullable NodeFleet fleet, int nodes, CountDownLatch ready) implements Step {

    @Override
    public String name() {
        return "readiness";
    }

    @Override
    public int work(long nowNanos) {
        if (ready.getCount() > 0 && (fleet == null || fleet.registered() == nodes)) {
            ready.countDown();
        }
        return 0;
    }
}

package dev.sluice.controller.view;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Source;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes a view of the cluster at intervals. A step of the engine's crank, after the engine's own: it reads what
/// belongs to that thread.
public final class ViewStep implements Step {
    private final ClusterFollower follower;
    private final Timers timers;
    private final long everyNanos;
    private boolean isDue = true;
    private volatile @Nullable ClusterView last;

    /// @param timers of the engine's crank
    public ViewStep(ClusterFollower follower, Timers timers, long everyNanos) {
        this.follower = follower;
        this.timers = timers;
        this.everyNanos = everyNanos;
    }

    /// Returns the last view; null before the first. Any thread may ask.
    public @Nullable ClusterView last() {
        return last;
    }

    @Override
    public String name() {
        return "view";
    }

    @Override
    public int work(long nowNanos) {
        if (!isDue) {
            return 0;
        }
        isDue = false;
        last = make(nowNanos, last);
        timers.schedule(nowNanos + everyNanos, (_, _) -> isDue = true, 0);
        return 1;
    }

    private ClusterView make(long nowNanos, @Nullable ClusterView before) {
        ClusterSync sync = follower.sync();
        Map<Source, Long> versions = new EnumMap<>(Source.class);
        for (Source source : Source.OF_MACHINE) {
            versions.put(source, sync.version(source));
        }
        long handled = sync.eventCount();
        // Without an event the machine is as it was.
        if (before != null && handled == before.handled()) {
            return before.at(nowNanos, follower.received(), follower.relists(), versions);
        }
        NodeSums sums = NodeSums.of(follower.engine().state().machineState(), sync);
        return new ClusterView(
                nowNanos,
                sums.nodes(),
                sums.foreignPods(),
                sums.ownPods(),
                follower.received(),
                handled,
                follower.relists(),
                versions);
    }
}

package dev.sluice.controller.view;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Source;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.machine.MachineCopy;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a view of the cluster at intervals. A step of the engine's crank, after the engine's own: it copies what
/// belongs to that thread. The sums are made by the thread that first asks for them, if any does.
public final class ViewStep implements Step {
    private final ClusterFollower follower;
    private final Timers timers;
    private final long everyNanos;
    private boolean isDue = true;
    private volatile @Nullable Moment last;

    /// @param timers of the engine's crank
    public ViewStep(ClusterFollower follower, Timers timers, long everyNanos) {
        this.follower = follower;
        this.timers = timers;
        this.everyNanos = everyNanos;
    }

    /// A machine whose holdings are added up when the sums are first asked for.
    private static final class Machine {
        private final long handled;
        private @Nullable MachineCopy copy;
        private Set<String> ownPods;
        private @Nullable NodeSums sums;

        Machine(long handled, MachineCopy copy, Set<String> ownPods) {
            this.handled = handled;
            this.copy = copy;
            this.ownPods = ownPods;
        }

        synchronized NodeSums sums() {
            NodeSums known = sums;
            if (known == null) {
                MachineCopy machine = copy;
                if (machine == null) {
                    throw new IllegalStateException("adding up has failed before");
                }
                copy = null;
                known = NodeSums.of(machine, ownPods);
                ownPods = Set.of();
                sums = known;
            }
            return known;
        }
    }

    /// What a view is made of.
    private static final class Moment {
        private final long atNanos;
        private final Machine machine;
        private final long received;
        private final long relists;
        private final Map<Source, Long> versions;
        private @Nullable ClusterView view;

        Moment(long atNanos, Machine machine, long received, long relists, Map<Source, Long> versions) {
            this.atNanos = atNanos;
            this.machine = machine;
            this.received = received;
            this.relists = relists;
            this.versions = versions;
        }

        synchronized ClusterView view() {
            ClusterView known = view;
            if (known == null) {
                NodeSums sums = machine.sums();
                known = new ClusterView(
                        atNanos,
                        sums.nodes(),
                        sums.foreignPods(),
                        sums.ownPods(),
                        received,
                        machine.handled,
                        relists,
                        versions);
                view = known;
            }
            return known;
        }
    }

    /// Returns the last view; null before the first. Any thread may ask.
    public @Nullable ClusterView last() {
        Moment moment = last;
        return moment == null ? null : moment.view();
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

    private Moment make(long nowNanos, @Nullable Moment before) {
        ClusterSync sync = follower.sync();
        Map<Source, Long> versions = new EnumMap<>(Source.class);
        for (Source source : Source.OF_MACHINE) {
            versions.put(source, sync.version(source));
        }
        long handled = sync.eventCount();
        // Without an event the machine is as it was.
        Machine machine = before != null && handled == before.machine.handled
                ? before.machine
                : new Machine(handled, follower.engine().state().machineState().copy(), sync.ownPods());
        return new Moment(nowNanos, machine, follower.received(), follower.relists(), versions);
    }
}

package dev.sluice.controller.audit;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Reported;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.machine.HolderNumbers;
import dev.sluice.scheduling.machine.MachineCopy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/// All that a comparison needs of the engine's thread, copied at one moment: scheduling does not wait while the
/// auditor's thread compares.
///
/// @param ids of jobs that hold something, by their numbers in the graph
/// @param expectingPods the ids of those of which pods are still to come, so that they hold shares without pods
/// @param atNanos when it was made
public record EngineCopy(
        MachineCopy machine, Map<Long, Long> ids, Set<Long> expectingPods, Reported reported, long atNanos) {

    /// Copies what belongs to the engine's thread, on it.
    ///
    /// @param expectsPods whether pods of a job are still to come
    public static EngineCopy of(Engine engine, ClusterSync sync, LongPredicate expectsPods, long nowNanos) {
        MachineCopy machine = engine.state().machineState().copy();
        Map<Long, Long> ids = new HashMap<>();
        Set<Long> expecting = new HashSet<>();
        for (Holding holding : machine.holdings()) {
            if (HolderNumbers.isJob(holding.job()) && !ids.containsKey(holding.job())) {
                long id = engine.table().id(HolderNumbers.job(holding.job()));
                ids.put(holding.job(), id);
                if (expectsPods.test(id)) {
                    expecting.add(id);
                }
            }
        }
        return new EngineCopy(machine, ids, expecting, sync.reported(), nowNanos);
    }

    MachinePicture picture() {
        return MachinePicture.of(machine, ids);
    }
}

package dev.sluice.scheduling.machine;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.queue.Holder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a machine is and what is held of it at one moment. Any thread may read it while the machine changes.
///
/// It is made on the machine's thread and has references to holdings, which never change. So it costs that thread a
/// small part of what it costs to look into them.
///
/// @param graph must not be changed
/// @param holdings all parts of all jobs
/// @param foreign the work of other schedulers, entered or not
/// @param windows all windows
/// @param closed must not be changed
/// @param ports which ports holders have of each node on which they hold something, by their numbers in the graph
public record MachineCopy(
        ResourceGraph graph,
        List<Holding> holdings,
        List<OtherHolders.Foreign> foreign,
        List<OtherHolders.Window> windows,
        ClosedNodes closed,
        Map<Long, List<HostPort>> ports) {

    /// Returns the holders that are not jobs, by their numbers in the graph.
    public Map<Long, Holder> others() {
        Map<Long, Holder> others = HashMap.newHashMap(foreign.size() + windows.size());
        foreign.forEach(
                each -> others.put(each.number(), new Holder.Foreign(each.use().id())));
        windows.forEach(each -> others.put(each.number(), each.holder()));
        return others;
    }
}

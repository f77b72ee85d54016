package dev.sluice.controller.audit;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.queue.Holder;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.MachineCopy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the engine believes of the cluster, read from its graph: nodes with their sizes, and what each holder has.
///
/// Made from a copy, on any thread. The amounts are those that the occupancy has entered, not those that were reported.
record MachinePicture(Map<String, NodeState> nodes, Map<String, Held> foreign, Map<Long, Held> jobs) {

    /// A node of the graph.
    ///
    /// @param path where it is in the graph
    /// @param sizes by vertex type: the size of the pool, or the number of units
    /// @param units the types that are counted in units
    record NodeState(
            String path,
            SortedMap<String, Long> sizes,
            Set<String> units,
            Set<ClosedReason> reasons,
            boolean isDown,
            SortedMap<String, String> labels,
            List<Taint> taints) {}

    /// What a holder has: by node, the amounts by vertex type. It may have none of a node that it holds.
    ///
    /// @param ports which host ports it has of each of these nodes
    /// @param endNanos until when, as expected; of a job, of one of its parts
    record Held(Map<String, SortedMap<String, Long>> byNode, List<HostPort> ports, long startNanos, long endNanos) {
        static final Held NOTHING = new Held(Map.of(), List.of(), 0, 0);

        static Held of(Holding holding, MachineCopy machine) {
            List<HostPort> ports = machine.ports().getOrDefault(holding.job(), List.of());
            return new Held(new HashMap<>(), ports, holding.start(), holding.end());
        }
    }

    /// @param ids of jobs, by their numbers in the graph
    static MachinePicture of(MachineCopy machine, Map<Long, Long> ids) {
        ResourceGraph graph = machine.graph();
        Map<Long, Holder> others = machine.others();
        Map<String, NodeState> nodes = new HashMap<>();
        graph.forEachBelow(graph.root(), vertex -> {
            if (graph.isNode(vertex)) {
                nodes.put(graph.name(vertex), node(machine, vertex));
            }
        });
        Map<String, Held> foreign = new HashMap<>();
        Map<Long, Held> jobs = new HashMap<>();
        for (Holding holding : machine.holdings()) {
            if (holding.reserved()) {
                continue;
            }
            Holder other = others.get(holding.job());
            Held held = other instanceof Holder.Foreign it
                    ? foreign.computeIfAbsent(it.id(), _ -> Held.of(holding, machine))
                    : other instanceof Holder.Window
                            ? Held.of(holding, machine)
                            : jobs.computeIfAbsent(
                                    ids.getOrDefault(holding.job(), holding.job()), _ -> Held.of(holding, machine));
            add(graph, holding.placement(), held);
        }
        return new MachinePicture(nodes, foreign, jobs);
    }

    private static NodeState node(MachineCopy machine, int vertex) {
        ResourceGraph graph = machine.graph();
        SortedMap<String, Long> sizes = new TreeMap<>();
        Set<String> units = new HashSet<>();
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            int child = graph.target(edge);
            sizes.merge(graph.type(child), graph.size(child), Long::sum);
            if (!graph.isDivisible(child)) {
                units.add(graph.type(child));
            }
        }
        return new NodeState(
                graph.path(vertex),
                sizes,
                units,
                machine.closed().reasons(graph.path(vertex)),
                graph.isDown(vertex),
                new TreeMap<>(graph.properties(vertex)),
                new ArrayList<>(graph.taints(vertex)));
    }

    private static void add(ResourceGraph graph, Placement placement, Held held) {
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int node = graph.parent(vertex);
            if (graph.isNode(vertex)) {
                held.byNode().computeIfAbsent(graph.name(vertex), _ -> new TreeMap<>());
            }
            boolean isResource = graph.isDivisible(vertex) || placement.isExclusive(i);
            if (isResource && node != ResourceGraph.NO_VERTEX && graph.isNode(node)) {
                held.byNode()
                        .computeIfAbsent(graph.name(node), _ -> new TreeMap<>())
                        .merge(graph.type(vertex), placement.amount(i), Long::sum);
            }
        }
    }
}

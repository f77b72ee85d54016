package dev.sluice.controller.view;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.topology.NodeGraph;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Holder;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.MachineCopy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Adds up what the holders of a machine have on each node, from the amounts that the occupancy has entered.
final class NodeSums {
    private static final int FOREIGN = 0;
    private static final int OWN = 1;

    /// Units that a node lacks for now: vertices that are held, and not there.
    private static final int MISSING = 2;

    private static final int KINDS = 3;

    private final MachineCopy machine;
    private final ResourceGraph graph;
    private final Map<Long, Holder> others;
    private final Set<String> uidsOfOwn;
    private final Map<Integer, SortedMap<String, long[]>> held = new HashMap<>();
    private final Set<Long> foreignPods = new HashSet<>();
    private final Set<Long> ownPods = new HashSet<>();
    private final List<NodeView> nodes = new ArrayList<>();

    private NodeSums(MachineCopy machine, Set<String> uidsOfOwn) {
        this.machine = machine;
        this.graph = machine.graph();
        this.others = machine.others();
        this.uidsOfOwn = uidsOfOwn;
    }

    /// @param uidsOfOwn of the pods of our scheduler
    static NodeSums of(MachineCopy machine, Set<String> uidsOfOwn) {
        NodeSums sums = new NodeSums(machine, uidsOfOwn);
        machine.holdings().forEach(sums::add);
        sums.graph.forEachBelow(sums.graph.root(), sums::addIfNode);
        sums.nodes.sort(Comparator.comparing(NodeView::rack).thenComparing(NodeView::name));
        return sums;
    }

    List<NodeView> nodes() {
        return nodes;
    }

    int foreignPods() {
        return foreignPods.size();
    }

    int ownPods() {
        return ownPods.size();
    }

    private void add(Holding holding) {
        Holder holder = others.get(holding.job());
        if (holding.reserved() || holder instanceof Holder.Window) {
            return;
        }
        int kind = holder instanceof Holder.Foreign it ? kind(it.id()) : OWN;
        switch (kind) {
            case FOREIGN -> foreignPods.add(holding.job());
            case OWN -> ownPods.add(holding.job());
            default -> {}
        }
        Placement placement = holding.placement();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int node = graph.parent(vertex);
            boolean isResource = graph.isDivisible(vertex) || placement.isExclusive(i);
            if (isResource && node != ResourceGraph.NO_VERTEX && graph.isNode(node)) {
                held.computeIfAbsent(node, _ -> new TreeMap<>())
                                .computeIfAbsent(graph.type(vertex), _ -> new long[KINDS])[kind] +=
                        placement.amount(i);
            }
        }
    }

    private int kind(String id) {
        if (ClusterSync.isMissingUnits(id)) {
            return MISSING;
        }
        return uidsOfOwn.contains(id) ? OWN : FOREIGN;
    }

    private void addIfNode(int vertex) {
        if (!graph.isNode(vertex)) {
            return;
        }
        SortedMap<String, Long> sizes = new TreeMap<>();
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            int child = graph.target(edge);
            if (!graph.type(child).equals(NodeGraph.SOCKET)) {
                sizes.merge(graph.type(child), graph.size(child), Long::sum);
            }
        }
        String path = graph.path(vertex);
        Set<ClosedReason> reasons = machine.closed().reasons(path);
        SortedMap<String, long[]> used = held.getOrDefault(vertex, new TreeMap<>());
        SortedMap<String, Amounts> resources = new TreeMap<>();
        sizes.forEach((type, size) -> {
            long[] by = used.getOrDefault(type, new long[KINDS]);
            resources.put(
                    ResourceTypes.resourceOf(type),
                    Amounts.of(size - by[MISSING], by[FOREIGN], by[OWN], reasons.isEmpty()));
        });
        nodes.add(new NodeView(graph.name(vertex), rack(path), reasons, resources));
    }

    /// Returns what is between the cluster and the node.
    private static String rack(String path) {
        int begin = NodeGraph.ROOT_PATH.length() + 1;
        int end = path.lastIndexOf('/');
        return end < begin ? "" : path.substring(begin, end);
    }
}

package dev.sluice.scheduling.machine;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The plain version of [NodeAmounts]: a search for each type, sets, and sorting at the end.
final class PlainNodeAmounts {
    private final ResourceModel machine;
    private final ResourceGraph graph;
    private final Layout layout;
    private final Map<Integer, Long> taken = new TreeMap<>();
    private final Map<String, Long> missing = new TreeMap<>();
    private boolean sharesUnits;

    private PlainNodeAmounts(ResourceModel machine) {
        this.machine = machine;
        this.graph = machine.graph();
        this.layout = machine.occupancy().layout();
    }

    static NodeAmounts.Entered enter(ResourceModel machine, int node, Map<String, Long> amounts) {
        PlainNodeAmounts entry = new PlainNodeAmounts(machine);
        amounts.forEach((type, amount) -> entry.take(node, type, amount));
        return new NodeAmounts.Entered(entry.placement(node), Map.copyOf(entry.missing), entry.sharesUnits);
    }

    private void take(int node, String type, long amount) {
        if (amount <= 0) {
            return;
        }
        List<Integer> vertices = new ArrayList<>();
        int number = graph.typeNumber(type);
        graph.forEachBelow(node, vertex -> {
            if (graph.typeNumber(vertex) == number && vertex != node) {
                vertices.add(vertex);
            }
        });
        if (number == ResourceGraph.NO_TYPE || vertices.isEmpty()) {
            missing.put(type, amount);
            return;
        }
        vertices.sort(Comparator.comparingLong(layout::post));
        long rest = amount;
        for (int vertex : vertices) {
            rest -= takeFree(vertex, rest);
        }
        for (int i = 0; i < vertices.size() && rest > 0; i++) {
            rest -= overcommit(vertices.get(i), rest);
        }
        if (rest > 0) {
            missing.put(type, rest);
            sharesUnits = true;
        }
    }

    private long takeFree(int vertex, long wanted) {
        long free = machine.occupancy().availability().notAllocated(vertex);
        if (wanted <= 0 || free <= 0) {
            return 0;
        }
        long amount = graph.isDivisible(vertex) ? Math.min(wanted, free) : graph.size(vertex);
        taken.put(vertex, amount);
        return amount;
    }

    private long overcommit(int vertex, long wanted) {
        if (graph.isDivisible(vertex)) {
            taken.merge(vertex, wanted, Long::sum);
            return wanted;
        }
        if (taken.putIfAbsent(vertex, graph.size(vertex)) != null) {
            return 0;
        }
        sharesUnits = true;
        return graph.size(vertex);
    }

    private Placement placement(int node) {
        Map<Integer, Boolean> entries = new TreeMap<>();
        taken.keySet().forEach(vertex -> entries.put(vertex, true));
        List<Integer> leaves = new ArrayList<>(taken.keySet());
        leaves.add(node);
        for (int leaf : leaves) {
            for (int above = leaf == node ? node : graph.parent(leaf);
                    above != ResourceGraph.NO_VERTEX;
                    above = graph.parent(above)) {
                entries.putIfAbsent(above, false);
            }
        }
        List<Integer> vertices = new ArrayList<>(entries.keySet());
        vertices.sort(Comparator.comparingLong(layout::post));
        Placement.Builder placement = Placement.builder();
        for (int vertex : vertices) {
            int edge = vertex == graph.root() ? ResourceGraph.NO_EDGE : graph.edgeTo(vertex);
            Long amount = taken.get(vertex);
            boolean isExclusive = amount != null && !graph.isDivisible(vertex);
            placement.add(
                    vertex, edge, amount == null ? graph.size(vertex) : amount, isExclusive, layout.depth(vertex));
        }
        return placement.build();
    }
}

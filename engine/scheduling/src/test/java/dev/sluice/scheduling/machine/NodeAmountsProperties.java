package dev.sluice.scheduling.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.scheduling.machine.NodeAmounts.Entered;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeAmountsProperties {
    private static final List<String> TYPES = List.of("core", "memory", "gpu", "socket", "cache", "disk");
    private static final int STEPS = 30;

    @Property(tries = 300)
    void equalThePlainVersion(@ForAll long seed) {
        Random random = new Random(seed);
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        int rack = add(graph, root, new VertexKind("rack", "rack", "", 1));
        List<Integer> nodes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            nodes.add(node(graph, random.nextBoolean() ? rack : root, random));
        }
        ResourceModel machine =
                new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
        List<Long> holders = new ArrayList<>();
        for (long step = 1; step <= STEPS; step++) {
            int node = nodes.get(random.nextInt(nodes.size()));
            Map<String, Long> amounts = amounts(random);

            Entered fast = NodeAmounts.enter(machine, node, amounts);
            Entered plain = PlainNodeAmounts.enter(machine, node, amounts);

            assertThat(entries(fast.placement())).isEqualTo(entries(plain.placement()));
            assertThat(fast.missing()).isEqualTo(plain.missing());
            assertThat(fast.sharesUnits()).isEqualTo(plain.sharesUnits());
            machine.force(new Holding(step, fast.placement(), 0, 100, false));
            holders.add(step);
            if (random.nextInt(3) == 0) {
                machine.cancel(holders.remove(random.nextInt(holders.size())));
            }
        }
    }

    private static Map<String, Long> amounts(Random random) {
        Map<String, Long> amounts = new TreeMap<>();
        for (String type : TYPES) {
            if (random.nextBoolean()) {
                amounts.put(type, (long) random.nextInt(5));
            }
        }
        return amounts;
    }

    /// Returns a node with pools and units, some of them inside sockets, in random order.
    private static int node(ResourceGraph graph, int above, Random random) {
        int node = add(graph, above, new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1));
        for (int i = random.nextInt(4); i > 0; i--) {
            part(graph, node, random);
            int socket = add(graph, node, new VertexKind("socket", "socket", "", 1));
            for (int j = random.nextInt(4); j > 0; j--) {
                part(graph, socket, random);
                int cache = add(graph, socket, new VertexKind("cache", "cache", "", 1));
                for (int k = random.nextInt(3); k > 0; k--) {
                    part(graph, cache, random);
                }
            }
            part(graph, node, random);
        }
        return node;
    }

    private static void part(ResourceGraph graph, int above, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> add(graph, above, new VertexKind("memory", "memory", "", 1 + random.nextInt(8), true));
            case 1 -> add(graph, above, new VertexKind("core", "core", "", 1));
            default -> add(graph, above, new VertexKind("gpu", "gpu", "", 1));
        }
    }

    private static int add(ResourceGraph graph, int above, VertexKind kind) {
        int number = graph.vertexCount();
        int vertex = graph.addVertex(kind, number, number, ResourceGraph.NO_RANK);
        graph.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }

    private static List<String> entries(Placement placement) {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < placement.entryCount(); i++) {
            entries.add(placement.entryVertex(i) + " by " + placement.edge(i) + ": " + placement.entryAmount(i)
                    + (placement.isEntryExclusive(i) ? " exclusive" : "") + (placement.isWhole(i) ? " whole" : "")
                    + " at " + placement.entryDepth(i));
        }
        return entries;
    }
}

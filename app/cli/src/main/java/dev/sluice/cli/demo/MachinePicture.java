package dev.sluice.cli.demo;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.set.Hostlist;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A picture of the machine's usage at one moment: a row per node, a character per core and GPU.
final class MachinePicture {
    static final char FREE = '.';

    private final ResourceGraph graph;

    MachinePicture(ResourceGraph graph) {
        this.graph = graph;
    }

    /// Returns rows of cores by socket, then the GPUs, such as `node3  AAAAAAAA BBBB....  A.`.
    List<String> rows(List<Holding> holdings, long moment) {
        char[] users = users(holdings, moment);
        List<String> rows = new ArrayList<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.type(vertex).equals(VertexKind.NODE)) {
                rows.add(row(vertex, users));
            }
        }
        return rows;
    }

    long cores() {
        return IntStream.range(0, graph.vertexCount())
                .filter(vertex -> graph.type(vertex).equals(VertexKind.CORE))
                .count();
    }

    /// Returns the number of cores in use.
    long coresInUse(List<Holding> holdings, long moment) {
        char[] users = users(holdings, moment);
        return IntStream.range(0, users.length)
                .filter(vertex -> graph.type(vertex).equals(VertexKind.CORE) && users[vertex] != FREE)
                .count();
    }

    /// Returns the nodes of a placement, such as `node[0-3]`.
    String nodes(Placement placement) {
        List<String> names = IntStream.range(0, placement.size())
                .map(placement::vertex)
                .filter(vertex -> graph.type(vertex).equals(VertexKind.NODE))
                .sorted()
                .mapToObj(graph::name)
                .toList();
        return Hostlist.of(names).encode();
    }

    private char[] users(List<Holding> holdings, long moment) {
        char[] users = new char[graph.vertexCount()];
        Arrays.fill(users, FREE);
        for (Holding holding : holdings) {
            if (holding.start() <= moment && moment < holding.end()) {
                Placement placement = holding.placement();
                for (int i = 0; i < placement.size(); i++) {
                    // An exclusive vertex includes everything below it.
                    if (placement.isExclusive(i)) {
                        graph.forEachBelow(placement.vertex(i), below -> users[below] = (char) holding.job());
                    }
                }
            }
        }
        return users;
    }

    private String row(int node, char[] users) {
        List<String> sockets = new ArrayList<>();
        StringBuilder gpus = new StringBuilder();
        for (int edge = graph.firstOut(node); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            StringBuilder cores = new StringBuilder();
            graph.forEachBelow(graph.target(edge), part -> {
                switch (graph.type(part)) {
                    case VertexKind.CORE -> cores.append(users[part]);
                    case VertexKind.GPU -> gpus.append(users[part]);
                    default -> {}
                }
            });
            sockets.add(cores.toString());
        }
        return graph.name(node) + "  " + String.join(" ", sockets) + "  " + gpus;
    }
}

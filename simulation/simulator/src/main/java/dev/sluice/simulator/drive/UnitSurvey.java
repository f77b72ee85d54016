package dev.sluice.simulator.drive;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a graph has of the vertices that jobs are given.
///
/// @param size how many units there are, those that are down included
/// @param hasPools whether a vertex stands for several units
/// @param coresBelow the least number of cores right below a unit; 0 if a unit has none there
/// @param isUniform whether all units are up and alike, with all that is below them
record UnitSurvey(int size, boolean hasPools, int coresBelow, boolean isUniform) {

    static UnitSurvey of(ResourceGraph graph, String unit) {
        Likeness likeness = new Likeness(graph);
        int likenessOfFirst = -1;
        long size = 0;
        long cores = Integer.MAX_VALUE;
        boolean hasPools = false;
        boolean isUniform = true;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (isUnit(graph, vertex, unit)) {
                size += graph.size(vertex);
                hasPools |= graph.size(vertex) > 1 || graph.isDivisible(vertex);
                cores = Math.min(cores, coresBelow(graph, vertex));
                int its = likeness.of(vertex);
                likenessOfFirst = likenessOfFirst < 0 ? its : likenessOfFirst;
                isUniform &= its == likenessOfFirst && !isDown(graph, vertex);
            }
        }
        if (size > Integer.MAX_VALUE) {
            throw new GraphException("(%d) units of the type (%s) are more than a simulation can count (%d)"
                    .formatted(size, unit, Integer.MAX_VALUE));
        }
        return new UnitSurvey((int) size, hasPools, size == 0 ? 0 : (int) cores, isUniform);
    }

    /// Whether the vertex is of the type, and in the tree that jobs are placed in.
    static boolean isUnit(ResourceGraph graph, int vertex, String unit) {
        return !graph.isRemoved(vertex)
                && graph.type(vertex).equals(unit)
                && (vertex == graph.root() || graph.parent(vertex) != ResourceGraph.NO_VERTEX);
    }

    /// Whether the vertex or one above it is down.
    static boolean isDown(ResourceGraph graph, int vertex) {
        int above = vertex;
        while (above != ResourceGraph.NO_VERTEX && !graph.isDown(above)) {
            above = graph.parent(above);
        }
        return above != ResourceGraph.NO_VERTEX;
    }

    private static long coresBelow(ResourceGraph graph, int vertex) {
        long cores = 0;
        for (int edge : graph.containmentEdges(vertex)) {
            int child = graph.target(edge);
            cores += graph.type(child).equals(VertexKind.CORE) ? graph.size(child) : 0;
        }
        return cores;
    }

    /// Numbers for vertices that are the same for those of one kind with the same properties and the same below them.
    private static final class Likeness {
        private final ResourceGraph graph;
        private final Map<Description, Integer> numbers = new HashMap<>();

        private record Description(
                VertexKind kind, boolean isDown, Map<String, String> properties, List<Integer> below) {}

        Likeness(ResourceGraph graph) {
            this.graph = graph;
        }

        int of(int vertex) {
            List<Integer> below = new ArrayList<>();
            for (int edge : graph.containmentEdges(vertex)) {
                below.add(of(graph.target(edge)));
            }
            below.sort(null);
            Description description =
                    new Description(graph.kind(vertex), graph.isDown(vertex), graph.properties(vertex), below);
            return numbers.computeIfAbsent(description, _ -> numbers.size());
        }
    }
}

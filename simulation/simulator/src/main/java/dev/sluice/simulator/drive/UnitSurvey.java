package dev.sluice.simulator.drive;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.simulator.drive.SimulatedMachine.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// What a graph has of the vertices that jobs are given.
///
/// @param size how many units there are, those that are down included
/// @param hasPools whether a vertex stands for several units
/// @param below what lies between a unit and its cores, cores included: the least that every unit has of each type;
///     empty if units have no cores, or not in the same way
/// @param isUniform whether all units are up and alike, with all that is below them
record UnitSurvey(int size, boolean hasPools, List<Level> below, boolean isUniform) {

    static UnitSurvey of(ResourceGraph graph, String unit) {
        Likeness likeness = new Likeness(graph);
        int likenessOfFirst = -1;
        long size = 0;
        List<List<Level>> ways = new ArrayList<>();
        Set<Integer> likenesses = new HashSet<>();
        boolean hasPools = false;
        boolean isUniform = true;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (isUnit(graph, vertex, unit)) {
                size += graph.size(vertex);
                int its = likeness.of(vertex);
                hasPools |= graph.size(vertex) > 1 || graph.isDivisible(vertex);
                if (likenesses.add(its)) {
                    ways.add(wayToCores(graph, vertex));
                }
                likenessOfFirst = likenessOfFirst < 0 ? its : likenessOfFirst;
                isUniform &= its == likenessOfFirst && !isDown(graph, vertex);
            }
        }
        if (size > Integer.MAX_VALUE) {
            throw new GraphException("(%d) units of the type (%s) are more than a simulation can count (%d)"
                    .formatted(size, unit, Integer.MAX_VALUE));
        }
        return new UnitSurvey((int) size, hasPools, least(ways), isUniform);
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

    /// From a vertex down to its cores: empty if it has none, or on several ways.
    private static List<Level> wayToCores(ResourceGraph graph, int vertex) {
        SequencedMap<String, List<Integer>> children = new LinkedHashMap<>();
        for (int edge : graph.containmentEdges(vertex)) {
            int child = graph.target(edge);
            children.computeIfAbsent(graph.type(child), _ -> new ArrayList<>()).add(child);
        }
        List<Integer> cores = children.getOrDefault(VertexKind.CORE, List.of());
        if (!cores.isEmpty()) {
            long count = cores.stream().mapToLong(graph::size).sum();
            return List.of(new Level(VertexKind.CORE, (int) Math.min(count, Integer.MAX_VALUE)));
        }
        List<List<Level>> ways = new ArrayList<>();
        children.forEach((type, vertices) -> {
            List<Level> further = least(
                    vertices.stream().map(child -> wayToCores(graph, child)).toList());
            if (!further.isEmpty()) {
                List<Level> way = new ArrayList<>(List.of(new Level(type, vertices.size())));
                way.addAll(further);
                ways.add(way);
            }
        });
        return ways.size() == 1 ? ways.getFirst() : List.of();
    }

    /// What all ways have: none if they pass different types.
    private static List<Level> least(List<List<Level>> ways) {
        if (ways.isEmpty()) {
            return List.of();
        }
        List<Level> least = new ArrayList<>(ways.getFirst());
        for (List<Level> way : ways) {
            if (!types(way).equals(types(least))) {
                return List.of();
            }
            for (int i = 0; i < way.size(); i++) {
                least.set(
                        i,
                        new Level(
                                way.get(i).type(),
                                Math.min(way.get(i).count(), least.get(i).count())));
            }
        }
        return least;
    }

    private static List<String> types(List<Level> way) {
        return way.stream().map(Level::type).toList();
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

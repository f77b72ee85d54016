package dev.sluice.cli.graph;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Groups equal vertices: those of one type, size and unit with equal contents.
///
/// One walk numbers the structure of every vertex, children before parents. The structure is the vertex's own traits
/// and the sorted numbers of its children, so two vertices are equal exactly if their numbers are equal. A
/// second walk goes down by groups instead of vertices. Names, ids and states do not count: a group lists them.
final class Grouping {

    /// Machines have about ten levels; a graph deeper than this is probably a list by mistake.
    private static final int DEPTH_MAX = 500;

    private record Structure(String type, String unit, long size, List<Integer> below) {}

    private final ResourceGraph graph;
    private final Map<Structure, Integer> numbers = new HashMap<>();
    private final Use use;
    private final int[] structureOf;
    private final BitSet reached = new BitSet();
    private final BitSet unusable = new BitSet();

    private Grouping(ResourceGraph graph, Use use) {
        this.graph = graph;
        this.use = use;
        this.structureOf = new int[graph.vertexCount()];
    }

    /// Groups everything below the root.
    static Group of(ResourceGraph graph, Use use) {
        Grouping grouping = new Grouping(graph, use);
        grouping.number(graph.root(), false, 0);
        return grouping.group(new int[] {graph.root()}, 1);
    }

    private int number(int vertex, boolean unusableAbove, int depth) {
        if (depth > DEPTH_MAX) {
            throw new GraphException("the graph is more than %d levels deep".formatted(DEPTH_MAX));
        }
        if (reached.get(vertex)) {
            throw new GraphException("%s is contained twice, or in itself".formatted(graph.name(vertex)));
        }
        reached.set(vertex);
        boolean isUnusable = unusableAbove || graph.isDown(vertex);
        unusable.set(vertex, isUnusable);
        List<Integer> below = new ArrayList<>();
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge)) {
                below.add(number(graph.target(edge), isUnusable, depth + 1));
            }
        }
        below.sort(null);
        Structure structure =
                new Structure(graph.type(vertex), graph.kind(vertex).unit(), graph.size(vertex), below);
        int number = numbers.computeIfAbsent(structure, _ -> numbers.size());
        structureOf[vertex] = number;
        return number;
    }

    private Group group(int[] members, long parents) {
        Map<Integer, List<Integer>> byStructure = new LinkedHashMap<>();
        for (int member : members) {
            for (int edge = graph.firstOut(member); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                if (graph.isContainment(edge)) {
                    int child = graph.target(edge);
                    byStructure
                            .computeIfAbsent(structureOf[child], _ -> new ArrayList<>())
                            .add(child);
                }
            }
        }
        List<Group> children = byStructure.values().stream()
                .map(alike -> group(alike.stream().mapToInt(Integer::intValue).toArray(), members.length))
                .toList();
        int first = members[0];
        int[] down = Arrays.stream(members).filter(graph::isDown).toArray();
        return new Group(
                VertexLabels.of(graph, members),
                graph.type(first),
                graph.kind(first).unit(),
                graph.size(first),
                members.length / parents,
                members.length,
                count(members, member -> !unusable.get(member)),
                count(members, use::has),
                count(members, member -> !unusable.get(member) && !use.has(member)),
                down.length == 0 ? "" : VertexLabels.of(graph, down),
                children);
    }

    private static long count(int[] members, IntPredicate which) {
        return Arrays.stream(members).filter(which).count();
    }
}

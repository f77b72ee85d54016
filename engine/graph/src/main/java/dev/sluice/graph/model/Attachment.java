package dev.sluice.graph.model;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Adds the vertices that another graph has beyond this one, as flux-sched's `attach` does.
///
/// Vertices are identified by path and rank. Existing ones determine the parents of the new ones. If the other
/// graph omits a parent, the new vertex is placed below the vertex that its path names.
final class Attachment {
    private final ResourceGraph graph;
    private final ResourceGraph part;
    private final int[] numbers;
    private final List<Integer> added = new ArrayList<>();

    /// By number in the graph.
    private final BitSet isNew = new BitSet();

    /// Vertices of the graph that will be gone by then.
    private final BitSet leaving;

    Attachment(ResourceGraph graph, ResourceGraph part) {
        this(graph, part, new BitSet());
    }

    Attachment(ResourceGraph graph, ResourceGraph part, BitSet leaving) {
        this.graph = graph;
        this.part = part;
        this.leaving = leaving;
        this.numbers = new int[part.vertexCount()];
    }

    /// Adds the vertices; changes nothing if it throws.
    ///
    /// @return how many vertices are new
    int attach() {
        check();
        added.forEach(this::addVertex);
        for (int i = 0; i < numbers.length; i++) {
            for (int edge = part.firstOut(i); edge != ResourceGraph.NO_EDGE; edge = part.nextOut(edge)) {
                int target = part.target(edge);
                if (isAdded(i) || isAdded(target)) {
                    graph.addEdge(numbers[i], numbers[target], part.subsystem(edge));
                }
            }
        }
        for (int i : added) {
            if (part.parent(i) == ResourceGraph.NO_VERTEX) {
                graph.addEdge(parentByPath(i), numbers[i], graph.dominant());
            }
        }
        added.forEach(this::setPaths);
        settle();
        return added.size();
    }

    /// Finds out what is new.
    ///
    /// @throws GraphException if a rank or path is in use or a parent is missing; nothing has changed then
    void check() {
        Map<Integer, String> ranks = new HashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = existing(i);
            if (numbers[i] == ResourceGraph.NO_VERTEX) {
                added.add(i);
                refuseTakenRank(i, ranks);
                if (part.parent(i) == ResourceGraph.NO_VERTEX) {
                    parentByPath(i);
                }
            }
        }
    }

    private void settle() {
        try {
            graph.settle();
        } catch (GraphException e) {
            BitSet mine = new BitSet();
            added.forEach(i -> mine.set(numbers[i]));
            graph.discard(mine);
            throw e;
        }
    }

    /// The new vertices below existing ones, in the order of the graph.
    List<Integer> tops() {
        return added.stream()
                .map(i -> numbers[i])
                .filter(vertex -> !isNew.get(graph.parent(vertex)))
                .toList();
    }

    private boolean isAdded(int i) {
        return isNew.get(numbers[i]);
    }

    private int existing(int i) {
        OptionalInt found = graph.findByPath(part.path(i));
        if (found.isEmpty() || leaving.get(found.getAsInt())) {
            return ResourceGraph.NO_VERTEX;
        }
        int vertex = found.getAsInt();
        if (graph.rank(vertex) != part.rank(i)) {
            throw new GraphException("%s already exists with rank (%d), not (%d)"
                    .formatted(part.path(i), graph.rank(vertex), part.rank(i)));
        }
        return vertex;
    }

    private void refuseTakenRank(int i, Map<Integer, String> ranks) {
        int rank = part.rank(i);
        if (rank < 0 || !part.isNode(i)) {
            return;
        }
        int holder = graph.nodeOfRank(rank);
        boolean isFree = holder == ResourceGraph.NO_VERTEX || leaving.get(holder);
        String other = isFree ? ranks.put(rank, part.path(i)) : graph.path(holder);
        if (other != null) {
            throw new GraphException("rank (%d) of %s is already used by %s".formatted(rank, part.path(i), other));
        }
    }

    private int parentByPath(int i) {
        String path = part.path(i);
        OptionalInt parent = graph.findByPath(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
        if (parent.isEmpty() || leaving.get(parent.getAsInt())) {
            throw new GraphException("%s has no parent in the graph".formatted(path));
        }
        return parent.getAsInt();
    }

    private void addVertex(int i) {
        int vertex = graph.addVertex(part.kind(i), part.id(i), part.uniqId(i), part.rank(i));
        isNew.set(vertex);
        numbers[i] = vertex;
        graph.setName(vertex, part.name(i));
        graph.setDown(vertex, part.isDown(i));
        part.properties(i).forEach((key, value) -> graph.setProperty(vertex, key, value));
        graph.setTaints(vertex, part.taints(i));
    }

    private void setPaths(int i) {
        part.paths(i).forEach((subsystem, path) -> {
            if (!path.equals(graph.path(numbers[i], subsystem))) {
                graph.setPath(numbers[i], subsystem, path);
            }
        });
    }
}

package dev.sluice.graph.io;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.GrugRecipe.Link;
import dev.sluice.graph.io.GrugRecipe.Numbering;
import dev.sluice.graph.io.GrugRecipe.Part;
import dev.sluice.graph.io.GrugRecipe.PathAssociation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Reads a GRUG recipe, which is GraphML with flux-sched's keys, and generates the graph that it describes.
///
/// The recipe is executed depth first: all instances of a part are generated before those of the next. A part is
/// generated once, through the first link to it. Parts of other subsystems may refer to existing vertices: a link
/// with an ASSOCIATE method joins its sources with all vertices of its target's type, or with those of similar
/// paths.
public final class GrugReader {
    private static final int[] NOTHING = {};

    private final GrugRecipe recipe;
    private final String source;
    private final ResourceGraph graph = new ResourceGraph();
    private final Map<String, int[]> instances = new HashMap<>();
    private final Set<String> reached = new HashSet<>();

    /// The multipliers of the links on the way to the current part, the last one first.
    private final Deque<Integer> scales = new ArrayDeque<>();

    private int nodes;

    private GrugReader(GrugRecipe recipe, String source) {
        this.recipe = recipe;
        this.source = source;
    }

    public static ResourceGraph read(String text, String source) {
        return new GrugReader(new GrugParser(text, source).parse(), source).generate();
    }

    private ResourceGraph generate() {
        List<Part> roots = recipe.parts().values().stream().filter(Part::root).toList();
        if (roots.isEmpty()) {
            throw new GraphException(source + ": no node is the root. Maybe add <data key=\"root\">1</data> to one.");
        }
        for (Part root : roots) {
            if (reached.add(root.name())) {
                instances.put(root.name(), new int[] {makeRoot(root)});
                follow(root, 0);
            }
        }
        try {
            graph.settle();
        } catch (GraphException e) {
            throw new GraphException(source + ": " + e.getMessage());
        }
        graph.trim();
        return graph;
    }

    private int makeRoot(Part root) {
        int existing = graph.root(root.subsystem());
        if (existing != ResourceGraph.NO_VERTEX) {
            return existing;
        }
        int vertex = graph.addVertex(root.kind(), 0, graph.vertexCount(), ResourceGraph.NO_RANK);
        graph.setRoot(root.subsystem(), vertex);
        return vertex;
    }

    private void follow(Part part, int depth) {
        if (depth > Limits.DEPTH_MAX) {
            throw new GraphException("%s: '%s' is more than %d edges away from the root"
                    .formatted(source, part.name(), Limits.DEPTH_MAX));
        }
        for (Link link : recipe.linksFrom(part)) {
            Part target = target(link);
            if (reached.add(target.name())) {
                int[] sources = instances.getOrDefault(part.name(), NOTHING);
                instances.put(target.name(), join(link, target, sources));
                follow(target, depth + 1);
            }
        }
        scales.pollFirst();
    }

    private Part target(Link link) {
        Part target = recipe.parts().get(link.target());
        if (target == null) {
            throw new GraphException("%s: an edge leads to an unknown node '%s'".formatted(source, link.target()));
        }
        return target;
    }

    private int[] join(Link link, Part target, int[] sources) {
        return switch (link.method()) {
            case MULTIPLY -> multiply(link, target, sources);
            case ASSOCIATE_IN -> associate(link, sources, _ -> "", _ -> "", target);
            case ASSOCIATE_BY_PATH_IN -> {
                PathAssociation pathAssociation = link.pathAssociation();
                yield associate(
                        link,
                        sources,
                        vertex -> pathAbove(vertex, pathAssociation.subsystem(), pathAssociation.sourceLevelsUp()),
                        vertex -> pathAbove(vertex, pathAssociation.subsystem(), pathAssociation.targetLevelsUp()),
                        target);
            }
        };
    }

    private int[] multiply(Link link, Part target, int[] sources) {
        long count = (long) sources.length * link.scale();
        if (graph.vertexCount() + count > Limits.VERTICES_MAX) {
            throw new GraphException("%s: makes more than %d vertices. Maybe a multi_scale is too large."
                    .formatted(source, Limits.VERTICES_MAX));
        }
        int[] made = new int[(int) count];
        boolean isNode = target.kind().type().equals(VertexKind.NODE);
        long familySize = familySize(link.numbering().scope());
        int next = 0;
        for (int j = 0; j < sources.length; j++) {
            for (int i = 0; i < link.scale(); i++) {
                long id = id(link, j % familySize, i);
                int rank = isNode ? nodes++ : ResourceGraph.NO_RANK;
                int vertex = graph.addVertex(target.kind(), id, graph.vertexCount(), rank);
                graph.addEdge(sources[j], vertex, link.subsystem());
                made[next++] = vertex;
            }
        }
        scales.addFirst(link.scale());
        return made;
    }

    /// The number of sources that share one sequence of ids.
    private long familySize(int scope) {
        long size = 1;
        int level = 0;
        for (int scale : scales) {
            if (level++ == scope) {
                break;
            }
            size *= Math.max(1, scale);
        }
        return size;
    }

    private static long id(Link link, long sibling, int i) {
        Numbering numbering = link.numbering();
        if (numbering.scope() < 0) {
            return -1;
        }
        // flux-sched ignores the stride within a single source.
        return numbering.scope() == 0
                ? numbering.start() + i
                : numbering.start() + (sibling * link.scale() + i) * numbering.stride();
    }

    private interface Key {
        String of(int vertex);
    }

    private int[] associate(Link link, int[] sources, Key sourceKey, Key targetKey, Part target) {
        Map<String, List<Integer>> targets = new HashMap<>();
        int type = graph.typeNumber(target.kind().type());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.typeNumber(vertex) == type) {
                targets.computeIfAbsent(targetKey.of(vertex), _ -> new ArrayList<>())
                        .add(vertex);
            }
        }
        List<Integer> inOrder = new ArrayList<>();
        for (int from : sources) {
            Map<Integer, Integer> joined = edgesFrom(from);
            for (int to : Objects.requireNonNullElse(targets.get(sourceKey.of(from)), List.<Integer>of())) {
                if (graph.edgeCount() == Limits.EDGES_MAX) {
                    throw new GraphException("%s: the edge from '%s' to '%s' makes more than %d edges"
                            .formatted(source, link.source(), link.target(), Limits.EDGES_MAX));
                }
                associate(link, from, to, joined);
                // A vertex that several sources are joined with stands for as many sources itself.
                inOrder.add(to);
                if (inOrder.size() > Limits.EDGES_MAX) {
                    throw new GraphException("%s: the edge from '%s' to '%s' joins more than %d pairs of vertices"
                            .formatted(source, link.source(), link.target(), Limits.EDGES_MAX));
                }
            }
        }
        return inOrder.stream().mapToInt(Integer::intValue).toArray();
    }

    /// Joins two vertices. If there is an edge between them already, it moves to the other subsystem.
    private void associate(Link link, int from, int to, Map<Integer, Integer> joined) {
        boolean isContainment = link.subsystem().equals(graph.dominant());
        if (isContainment && contains(to, from)) {
            throw new GraphException("%s: the edge from '%s' to '%s' makes a vertex (%s) contain itself"
                    .formatted(source, link.source(), link.target(), graph.path(to)));
        }
        boolean isSecond = isContainment && graph.parent(to) != ResourceGraph.NO_VERTEX;
        Integer known = joined.get(to);
        if (known != null && graph.subsystem(known).equals(link.subsystem())) {
            return;
        }
        if (known != null) {
            graph.moveEdge(known, link.subsystem());
        } else {
            joined.put(to, graph.addEdge(from, to, link.subsystem()));
        }
        if (isSecond) {
            graph.movePath(to, graph.path(from) + "/" + graph.name(to));
        }
    }

    private Map<Integer, Integer> edgesFrom(int vertex) {
        Map<Integer, Integer> byTarget = new HashMap<>();
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            byTarget.put(graph.target(edge), edge);
        }
        return byTarget;
    }

    private boolean contains(int vertex, int below) {
        if (vertex == below) {
            return true;
        }
        for (int edge : graph.parentEdges(below)) {
            if (contains(vertex, graph.source(edge))) {
                return true;
            }
        }
        return false;
    }

    /// The path in a subsystem without its last levels; an empty string if it has no more levels.
    private String pathAbove(int vertex, String subsystem, int levels) {
        String path = graph.path(vertex, subsystem);
        int end = path.length();
        for (int i = 0; i < levels && end > 0; i++) {
            end = path.lastIndexOf('/', end - 1);
        }
        return end <= 0 ? "" : path.substring(0, end);
    }
}

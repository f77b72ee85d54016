package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.util.Arrays;

/// The visits of one traversal of a graph in which vertices have several parents, and the placement that follows
/// from its choice.
///
/// A vertex is visited once, through the first edge whose traversal has a use for it. A vertex that is no match or
/// is skipped is not marked, so another parent may still use it. The edges through which the chosen vertices were
/// visited are marked, and those of the levels that the request omits: along the first edge that leads to each.
/// The placement lists what marked edges lead to, each vertex once, and everything below a vertex that is taken
/// whole.
final class SharedVisits {
    private final ResourceGraph graph;
    private final Layout layout;
    private final MatchPolicy policy;
    private final CandidateTree tree;
    private final int nodeType;

    /// The edge that the traversal is about to follow.
    private int next = ResourceGraph.NO_EDGE;

    /// By vertex: the number of the walk that visited it last, and through which edge.
    private long[] visitedIn = new long[0];

    private int[] through = new int[0];

    /// By vertex: the number of the traversal that chose it last, and how.
    private long[] chosenIn = new long[0];

    private long[] amounts = new long[0];
    private boolean[] exclusive = new boolean[0];
    private boolean[] whole = new boolean[0];

    /// By vertex: the number of the traversal whose placement listed it last.
    private long[] listedIn = new long[0];

    /// By edge: the number of the traversal that marked it last.
    private long[] markedIn = new long[0];

    private long traversal;

    /// The number of the present walk: each part of a request is searched for by one.
    private long visits;

    SharedVisits(ResourceGraph graph, Layout layout, MatchPolicy policy, CandidateTree tree) {
        this.graph = graph;
        this.layout = layout;
        this.policy = policy;
        this.tree = tree;
        this.nodeType = graph.typeNumber(VertexKind.NODE);
    }

    void begin() {
        traversal++;
        visits++;
        next = ResourceGraph.NO_EDGE;
        int vertices = graph.vertexCount();
        if (visitedIn.length < vertices) {
            visitedIn = Arrays.copyOf(visitedIn, vertices);
            through = Arrays.copyOf(through, vertices);
            chosenIn = Arrays.copyOf(chosenIn, vertices);
            amounts = Arrays.copyOf(amounts, vertices);
            exclusive = Arrays.copyOf(exclusive, vertices);
            whole = Arrays.copyOf(whole, vertices);
            listedIn = Arrays.copyOf(listedIn, vertices);
        }
        if (markedIn.length < graph.edgeCount()) {
            markedIn = Arrays.copyOf(markedIn, graph.edgeCount());
        }
    }

    /// Starts the walk for the next part of the request. What was chosen stays chosen.
    void again() {
        visits++;
        next = ResourceGraph.NO_EDGE;
    }

    /// Whether the edge leads down to a vertex that was not visited.
    boolean approach(int edge) {
        next = edge;
        return graph.isDominant(edge) && visitedIn[graph.target(edge)] != visits;
    }

    /// Whether a child was not visited.
    boolean approach(int parent, int child) {
        for (int edge : graph.containmentEdges(parent)) {
            if (graph.target(edge) == child) {
                return approach(edge);
            }
        }
        return false;
    }

    /// Marks the vertex that was approached last as visited.
    void mark(int vertex) {
        visitedIn[vertex] = visits;
        through[vertex] = next;
    }

    void start(boolean rootIsWhole) {
        choose(graph.root(), graph.size(graph.root()), rootIsWhole, rootIsWhole);
    }

    /// Marks a list of chosen vertices with everything chosen below them, and the vertices between them and
    /// `above`.
    void collect(int first, int above) {
        for (int entry = first; entry != CandidateTree.NONE; entry = tree.next(entry)) {
            int vertex = tree.vertex(entry);
            if (vertex != graph.root()) {
                choose(vertex, tree.amount(entry), tree.isExclusive(entry), tree.isWhole(entry));
                markedIn[through[vertex]] = traversal;
                markBetween(graph.source(through[vertex]), above);
            }
            if (!tree.isWhole(entry) && tree.inside(entry) != CandidateTree.NONE) {
                collect(tree.inside(entry), vertex);
            }
        }
    }

    private void choose(int vertex, long amount, boolean isExclusive, boolean isWhole) {
        boolean isAgain = chosenIn[vertex] == traversal;
        long before = isAgain && graph.isDivisible(vertex) ? amounts[vertex] : 0;
        amounts[vertex] = before + amount;
        exclusive[vertex] = isExclusive || (isAgain && exclusive[vertex]);
        whole[vertex] = isWhole || (isAgain && whole[vertex]);
        chosenIn[vertex] = traversal;
    }

    private void markBetween(int from, int above) {
        int between = from;
        while (between != above && between != graph.root()) {
            if (chosenIn[between] != traversal) {
                boolean all = policy.nodeExclusive() && graph.typeNumber(between) == nodeType;
                choose(between, graph.size(between), all, all);
            }
            int edge = above == graph.root() ? firstEdgeTo(between) : through[between];
            markedIn[edge] = traversal;
            between = graph.source(edge);
        }
    }

    /// The first edge that leads to a vertex from one that the root reaches.
    private int firstEdgeTo(int vertex) {
        for (int edge : graph.parentEdges(vertex)) {
            if (layout.contains(graph.source(edge))) {
                return edge;
            }
        }
        return graph.edgeTo(vertex);
    }

    Placement build() {
        Placement.Builder placement = Placement.builder();
        int root = graph.root();
        follow(root, 1, whole[root], placement);
        placement.add(root, ResourceGraph.NO_EDGE, amounts[root], exclusive[root], 1);
        return placement.build();
    }

    private void follow(int vertex, int depth, boolean all, Placement.Builder placement) {
        for (int edge : graph.containmentEdges(vertex)) {
            int child = graph.target(edge);
            if (listedIn[child] == traversal || !(all || markedIn[edge] == traversal)) {
                continue;
            }
            listedIn[child] = traversal;
            follow(child, depth + 1, all || whole[child], placement);
            placement.add(child, edge, all ? graph.size(child) : amounts[child], all || exclusive[child], depth + 1);
        }
    }
}

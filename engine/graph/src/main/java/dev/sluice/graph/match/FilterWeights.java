package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/// The weights by which flux-sched's `first` policies order the children of a vertex: the highest first, and of equal
/// ones the newest.
///
/// A vertex that was never part of a result has the highest weight. A result gives each of its vertices that has a
/// [pruning filter][PruningFilters] a new weight: how much is free now of the *last* type in that filter, as the filter
/// counts. With the default filters a rack weighs its nodes that no job has exclusively, a node its free cores, and a
/// socket nothing.
///
/// For example, two racks of 4 nodes. A job takes 1 core of node7: rack1 weighs 4, node7 weighs its other cores, and
/// the untouched rack0 comes first. After the release both weights stay, until the next result has these vertices.
///
/// A filter counts what a job got, vertex by vertex. A node in a slot counts as one node; its cores count if they are
/// in the result as well.
///
/// Cost: the vertices of a result, and after a change of the graph once all vertices and all holdings.
public final class FilterWeights {
    /// Of a type whose filter counts nothing. A negative number of another value stands for types that the graph lacks.
    private static final int NO_FILTER = Integer.MIN_VALUE;

    /// The time of all requests of a session.
    private static final long NOW = 0;

    private final ResourceGraph graph;
    private final PruningFilters filters;

    /// By vertex.
    private long[] weights = new long[0];

    /// By vertex: how much of its last type is below it, and how much of that has been allocated.
    private long[] totals = new long[0];

    private long[] used = new long[0];

    /// By type: the last type in the filter of its vertices.
    private int[] lastTypes = new int[0];

    private long version = -1;

    public FilterWeights(ResourceGraph graph, PruningFilters filters) {
        this.graph = graph;
        this.filters = filters;
    }

    /// Copies the weights for a copy of the graph.
    public FilterWeights(FilterWeights other, ResourceGraph copy) {
        this(copy, other.filters);
        weights = other.weights.clone();
    }

    public PruningFilters filters() {
        return filters;
    }

    long weight(int vertex) {
        return vertex < weights.length ? weights[vertex] : Long.MAX_VALUE;
    }

    /// Notes what a job holds from now on, after it was entered in the occupancy. Weights stay as they are.
    public void entered(Occupancy.Holding holding, Occupancy occupancy) {
        if (version == graph.version()) {
            use(holding, 1);
        } else {
            recount(occupancy);
        }
    }

    /// Notes a release. Weights stay as they are.
    public void released(Occupancy.Holding holding) {
        if (version == graph.version()) {
            use(holding, -1);
        }
    }

    /// Weighs the vertices of a result.
    ///
    /// @param isHeld whether a job holds it; if not, filters that have nothing to count keep the weight as it is
    /// @param changed called for each vertex whose weight may have changed
    public void weigh(Placement placement, boolean isHeld, Occupancy occupancy, IntConsumer changed) {
        if (version != graph.version()) {
            recount(occupancy);
        }
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            if (hasFilter(vertex) && (isHeld || totals[vertex] > 0)) {
                set(vertex, Math.max(0, totals[vertex] - used[vertex]), changed);
            }
        }
    }

    /// Weighs what a file says that a job holds: there is no present moment then, so all weights become 0.
    public void weighAdopted(Placement placement, IntConsumer changed) {
        for (int i = 0; i < placement.size(); i++) {
            if (hasFilter(placement.vertex(i))) {
                set(placement.vertex(i), 0, changed);
            }
        }
    }

    private void set(int vertex, long weight, IntConsumer changed) {
        weights[vertex] = weight;
        changed.accept(vertex);
    }

    private boolean hasFilter(int vertex) {
        return lastTypes[graph.typeNumber(vertex)] != NO_FILTER && graph.firstOut(vertex) != ResourceGraph.NO_EDGE;
    }

    /// Counts everything again, because the graph has changed.
    private void recount(Occupancy occupancy) {
        version = graph.version();
        int known = weights.length;
        int vertices = graph.vertexCount();
        weights = Arrays.copyOf(weights, Math.max(known, vertices));
        Arrays.fill(weights, known, weights.length, Long.MAX_VALUE);
        lastTypes = lastTypes(vertices);
        totals = new long[vertices];
        used = new long[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            if (!graph.isRemoved(vertex)) {
                addAbove(vertex, graph.size(vertex), totals);
            }
        }
        occupancy.holdings().forEach(holding -> use(holding, 1));
    }

    private int[] lastTypes(int vertices) {
        int[] last = new int[graph.typeCount()];
        boolean[] isKnown = new boolean[last.length];
        for (int vertex = 0; vertex < vertices; vertex++) {
            int type = graph.typeNumber(vertex);
            if (!isKnown[type]) {
                isKnown[type] = true;
                List<String> counted = filters.countedBy(graph.type(vertex), graph);
                last[type] = counted.isEmpty() ? NO_FILTER : graph.typeNumber(counted.getLast());
            }
        }
        return last;
    }

    private void addAbove(int vertex, long amount, long[] to) {
        int type = graph.typeNumber(vertex);
        for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (lastTypes[graph.typeNumber(above)] == type) {
                to[above] += amount;
            }
        }
    }

    /// Only what has begun counts: weights are about the present.
    private void use(Occupancy.Holding holding, int sign) {
        if (holding.start() > NOW) {
            return;
        }
        Placement placement = holding.placement();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            long taken = placement.isExclusive(i) ? graph.size(vertex) : graph.size(vertex) - placement.amount(i);
            if (taken > 0) {
                addAbove(vertex, sign * taken, used);
            }
        }
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order in which the `first` policies visit a vertex's children: those with the most free cores below them first,
/// and of equal ones the newest.
///
/// For example, four nodes of 8 cores. After a job took 2 cores of the newest one and another all of node1:
///
/// ```
///   node2  8 of 8 free      visited first
///   node0  8 of 8 free
///   node3  6 of 8 free
///   node1  0 of 8 free      visited last
/// ```
///
/// A child's weight is its cores less those in use as this order counts them: up to the first vertex that the job
/// shares
/// with others, and of allocations only. So it does not depend on searches and reservations, which backfilling makes,
/// lifts and enters again at will, nor on what has ended. Children with nothing below them come before all others.
///
/// A model of flux-sched's resource-query orders by [FilterWeights] instead.
///
/// A vertex with few children sorts them on each visit. Where there are many, a [FreshTree] keeps them in order.
///
/// | cost, n children | |
/// |---|---|
/// | the next child, few children | O(n²) for all of them, by insertion into a list that is nearly in order |
/// | the next child, many | O(log n), more where the stock of a range holds out hope in vain |
/// | a job that starts or ends | O(log n) for each vertex of its placement with many siblings |
///
/// Invariant: the cores in use are the sum over the allocations at present, so that an allocation and its release leave
/// no trace.
final class Freshness {
    /// Up to this many children are sorted on each visit.
    private static final int FEW = 48;

    private static final int[] NO_CHILDREN = {};

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Availability availability;
    private final Layout layout;

    /// By inner vertex: the cores in use as this order counts them.
    private long[] used = new long[0];

    /// By inner vertex: the children, the newest first.
    private int[][] children = new int[0][];

    /// By inner vertex with many children; null before the first visit.
    private @Nullable FreshTree[] trees = new FreshTree[0];

    private int treeCount;
    private final List<Visitor> visitors = new ArrayList<>();

    /// Null if the order counts free cores.
    private @Nullable FilterWeights filterWeights;

    Freshness(ResourceGraph graph, Occupancy occupancy) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.availability = occupancy.availability();
        this.layout = occupancy.layout();
        makeRoom();
    }

    /// Copies the state of another instance for the same graph or a copy of it.
    void takeOver(Freshness other) {
        used = other.used.clone();
        children = new int[used.length][];
        Arrays.fill(children, NO_CHILDREN);
        filterWeights = other.filterWeights == null ? null : new FilterWeights(other.filterWeights, graph);
    }

    /// Orders by these weights instead of the free cores.
    void weighBy(FilterWeights weights) {
        filterWeights = weights;
    }

    @Nullable
    FilterWeights filterWeights() {
        return filterWeights;
    }

    /// Copies the state of another instance for the same graph, whose layout was another one.
    void takeOverByVertex(Freshness other) {
        filterWeights = other.filterWeights;
        int vertices = Math.min(layout.vertexLimit(), other.layout.vertexLimit());
        for (int vertex = 0; vertex < vertices; vertex++) {
            int from = other.layout.inner(vertex);
            int to = layout.inner(vertex);
            if (from != Layout.NOT_INNER && to != Layout.NOT_INNER) {
                used[to] = other.used[from];
            }
        }
    }

    /// Adds the cores of a placement, or subtracts them with a negative sign. They count up to the first vertex
    /// that the job shares with other jobs; the vertices above keep their weight.
    void use(Placement placement, int sign) {
        int counted = availability.coreType();
        if (counted == Layout.NOT_COUNTED) {
            return;
        }
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            boolean whole = placement.isWhole(i);
            if (!placement.isEntryExclusive(i) || !(whole || layout.counted(graph.typeNumber(vertex)) == counted)) {
                continue;
            }
            if (whole) {
                useBelow(vertex, counted, sign);
            }
            long amount = sign * (whole ? layout.total(vertex, counted) : placement.entryAmount(i));
            int next = i;
            int above = vertex;
            while (above != ResourceGraph.NO_VERTEX && isExclusive(placement, next, above)) {
                add(above, amount);
                above = graph.parent(above);
                next = entryOf(placement, next, above);
            }
            if (above != ResourceGraph.NO_VERTEX) {
                add(above, amount);
            }
        }
    }

    private void useBelow(int vertex, int counted, int sign) {
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            int child = graph.target(edge);
            // Vertices that are being added are reported later.
            if (graph.isContainment(edge) && layout.contains(child) && layout.inner(child) != Layout.NOT_INNER) {
                add(child, sign * layout.total(child, counted));
                useBelow(child, counted, sign);
            }
        }
    }

    private static boolean isExclusive(Placement placement, int entry, int vertex) {
        return entry < placement.entryCount()
                && placement.entryVertex(entry) == vertex
                && placement.isEntryExclusive(entry);
    }

    /// Finds the entry of a vertex. In a tree parents come after their children, so the search starts at the
    /// child.
    private int entryOf(Placement placement, int from, int vertex) {
        int entry = graph.isTree() ? from : 0;
        while (entry < placement.entryCount() && placement.entryVertex(entry) != vertex) {
            entry++;
        }
        return entry;
    }

    private void add(int vertex, long amount) {
        int inner = layout.inner(vertex);
        if (inner != Layout.NOT_INNER) {
            used[inner] += amount;
            changed(vertex);
        }
    }

    /// Notes that the weight or the stock of the vertex has changed.
    void changed(int vertex) {
        if (treeCount == 0) {
            return;
        }
        int parent = graph.parent(vertex);
        FreshTree tree = parent == ResourceGraph.NO_VERTEX ? null : trees[layout.inner(parent)];
        if (tree != null) {
            tree.update(vertex);
        }
    }

    long weight(int vertex) {
        if (filterWeights != null) {
            return filterWeights.weight(vertex);
        }
        int inner = layout.inner(vertex);
        if (inner == Layout.NOT_INNER || inner >= used.length) {
            return Long.MAX_VALUE;
        }
        return availability.cores(vertex) - used[inner];
    }

    /// @param depth the level of the traversal; each level has one visitor
    Visitor childrenOf(int vertex, int depth) {
        while (visitors.size() <= depth) {
            visitors.add(new Visitor());
        }
        Visitor visitor = visitors.get(depth);
        visitor.begin(vertex);
        return visitor;
    }

    private int[] lastMadeFirst(int vertex) {
        int inner = layout.inner(vertex);
        int[] known = children[inner];
        if (known.length == 0) {
            int[] edges = graph.containmentEdges(vertex);
            Integer[] order = new Integer[edges.length];
            for (int i = 0; i < edges.length; i++) {
                order[i] = graph.target(edges[i]);
            }
            Arrays.sort(order, (one, other) -> Long.compare(graph.uniqId(other), graph.uniqId(one)));
            known = Arrays.stream(order).mapToInt(Integer::intValue).toArray();
            children[inner] = known;
        }
        return known;
    }

    private void makeRoom() {
        int old = used.length;
        int length = layout.innerLimit();
        if (length > old) {
            used = Arrays.copyOf(used, length);
            children = Arrays.copyOf(children, length);
            Arrays.fill(children, old, length, NO_CHILDREN);
            trees = Arrays.copyOf(trees, length);
        }
    }

    /// Follows the graph after a subtree was added.
    void added(int top) {
        makeRoom();
        int parent = graph.parent(top);
        int inner = layout.inner(parent);
        children[inner] = NO_CHILDREN;
        FreshTree tree = trees[inner];
        if (tree != null && !tree.add(top)) {
            forget(inner);
        }
    }

    /// Follows the graph before a subtree is removed.
    void removing(int top) {
        int parent = graph.parent(top);
        int inner = layout.inner(parent);
        children[inner] = NO_CHILDREN;
        FreshTree tree = trees[inner];
        if (tree != null) {
            tree.remove(top);
        }
        graph.forEachBelow(top, this::drop);
    }

    /// Forgets a vertex that is removed, or that has lost its last child.
    void drop(int vertex) {
        int inner = layout.inner(vertex);
        if (inner != Layout.NOT_INNER) {
            used[inner] = 0;
            children[inner] = NO_CHILDREN;
            forget(inner);
        }
    }

    /// Drops the trees: there are more types to count.
    void forgetTrees() {
        for (int inner = 0; inner < trees.length && treeCount > 0; inner++) {
            forget(inner);
        }
    }

    private void forget(int inner) {
        FreshTree tree = trees[inner];
        if (tree != null) {
            trees[inner] = null;
            treeCount--;
            tree.dropGroups();
        }
    }

    private FreshTree treeOf(int inner, int[] all) {
        FreshTree known = trees[inner];
        if (known == null) {
            known = new FreshTree(graph, occupancy, this, all);
            trees[inner] = known;
            treeCount++;
        }
        return known;
    }

    /// Iterates over a vertex's children in order. The order must not change during an iteration.
    final class Visitor {
        private int[] few = new int[FEW];
        private long[] weights = new long[FEW];
        private int count;
        private int next;
        private int current;
        private @Nullable FreshTree tree;
        private final FreshTree.Search search = new FreshTree.Search();

        private void begin(int vertex) {
            next = 0;
            count = 0;
            tree = null;
            if (layout.inner(vertex) == Layout.NOT_INNER) {
                return;
            }
            int[] all = lastMadeFirst(vertex);
            if (all.length > FEW && graph.isTree()) {
                tree = treeOf(layout.inner(vertex), all);
                search.restart();
                return;
            }
            count = all.length;
            if (count > few.length) {
                few = new int[count];
                weights = new long[count];
            }
            for (int i = 0; i < count; i++) {
                int child = all[i];
                long weight = weight(child);
                int at = i;
                while (at > 0 && weights[at - 1] < weight) {
                    few[at] = few[at - 1];
                    weights[at] = weights[at - 1];
                    at--;
                }
                few[at] = child;
                weights[at] = weight;
            }
        }

        /// Moves to the next child that may satisfy one of the requests.
        boolean advance(CompiledResource[] wanted, MatchWindow window) {
            FreshTree many = tree;
            if (many == null) {
                current = next < count ? few[next++] : ResourceGraph.NO_VERTEX;
            } else {
                current = search.next(many, wanted, window);
            }
            return current != ResourceGraph.NO_VERTEX;
        }

        int vertex() {
            return current;
        }
    }
}

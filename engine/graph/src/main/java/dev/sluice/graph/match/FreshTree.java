package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import dev.sluice.runtime.heap.IntHeap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The children of a vertex with many children, searchable by weight.
///
/// A segment tree over the children, the oldest at the left. Each tree node knows the highest weight below it and
/// the largest stock of each counted type. A [Search] follows the highest weights and skips subtrees with too
/// little in stock. A child with nothing in stock counts only for searches in the future, which skip groups of
/// neighbours by the timelines of their free cores.
final class FreshTree implements OrderedVertices.Mover {
    private static final long NOTHING_IN_STOCK = Long.MIN_VALUE;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Availability availability;
    private final Freshness freshness;
    private final OrderedVertices children;
    private final int size;
    private final int types;
    private final long[] weights;
    private final long[] weightsInStock;
    private final long[] inStock;
    private @Nullable Groups groups;

    /// @param lastMadeFirst the children, the newest first
    FreshTree(ResourceGraph graph, Occupancy occupancy, Freshness freshness, int[] lastMadeFirst) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.availability = occupancy.availability();
        this.freshness = freshness;
        int count = lastMadeFirst.length;
        int[] oldestFirst = new int[count];
        for (int i = 0; i < count; i++) {
            oldestFirst[i] = lastMadeFirst[count - 1 - i];
        }
        this.children = new OrderedVertices(oldestFirst, occupancy.layout());
        this.size = Math.max(Groups.SIZE, Integer.highestOneBit(2 * count - 1));
        this.types = occupancy.layout().countedCount();
        this.weights = new long[2 * size];
        this.weightsInStock = new long[2 * size];
        this.inStock = new long[2 * size * types];
        Arrays.fill(weights, NOTHING_IN_STOCK);
        Arrays.fill(weightsInStock, NOTHING_IN_STOCK);
        for (int place = 0; place < count; place++) {
            measure(place);
        }
        for (int node = size - 1; node > 0; node--) {
            combine(node);
        }
    }

    void update(int child) {
        int place = children.placeOf(child);
        if (place >= 0 && measure(place)) {
            combineAbove(place);
        }
    }

    private void combineAbove(int place) {
        for (int node = (place + size) >> 1; node > 0 && combine(node); node >>= 1) {
            // Stops where nothing changes any more.
        }
    }

    /// Adds a child.
    ///
    /// @return whether there was room; if not, the tree must be built again
    boolean add(int child) {
        int place = children.limit() < size
                ? children.insert(child, (one, other) -> graph.uniqId(one) < graph.uniqId(other), this)
                : OrderedVertices.NO_ROOM;
        if (place == OrderedVertices.NO_ROOM) {
            return false;
        }
        Groups known = groups;
        if (known != null && !known.joined(place)) {
            dropGroups();
        }
        int first = place / Groups.SIZE * Groups.SIZE;
        for (int moved = first; moved < Math.min(first + Groups.SIZE, children.limit()); moved++) {
            if (children.vertex(moved) == ResourceGraph.NO_VERTEX ? clear(moved) : measure(moved)) {
                combineAbove(moved);
            }
        }
        return true;
    }

    /// Removes a child of which nothing is held any more.
    void remove(int child) {
        int place = children.placeOf(child);
        if (place < 0) {
            return;
        }
        Groups known = groups;
        if (known != null) {
            known.leaving(place);
        }
        children.remove(place);
        if (clear(place)) {
            combineAbove(place);
        }
    }

    @Override
    public void move(int from, int to) {
        // All moved children are measured again.
    }

    void dropGroups() {
        Groups known = groups;
        if (known != null) {
            occupancy.ungroup(known);
            groups = null;
        }
    }

    private boolean clear(int place) {
        int node = place + size;
        boolean changed = set(weights, node, NOTHING_IN_STOCK);
        changed |= set(weightsInStock, node, NOTHING_IN_STOCK);
        for (int type = 0; type < types; type++) {
            changed |= set(inStock, node * types + type, 0);
        }
        return changed;
    }

    private boolean measure(int place) {
        int child = children.vertex(place);
        int node = place + size;
        Layout layout = occupancy.layout();
        long most = 0;
        boolean changed = false;
        for (int type = 0; type < types; type++) {
            long amount = layout.inner(child) != Layout.NOT_INNER
                    ? availability.stock().free(child, type)
                    : layout.counted(graph.typeNumber(child)) == type ? availability.notAllocated(child) : 0;
            changed |= set(inStock, node * types + type, amount);
            most = Math.max(most, amount);
        }
        long weight = freshness.weight(child);
        boolean gone = most <= 0 && availability.isAllocatedExclusively(child);
        changed |= set(weights, node, weight);
        changed |= set(weightsInStock, node, gone ? NOTHING_IN_STOCK : weight);
        return changed;
    }

    private boolean combine(int node) {
        boolean changed = set(weights, node, Math.max(weights[2 * node], weights[2 * node + 1]));
        changed |= set(weightsInStock, node, Math.max(weightsInStock[2 * node], weightsInStock[2 * node + 1]));
        for (int type = 0; type < types; type++) {
            changed |= set(
                    inStock,
                    node * types + type,
                    Math.max(inStock[2 * node * types + type], inStock[(2 * node + 1) * types + type]));
        }
        return changed;
    }

    private static boolean set(long[] array, int at, long value) {
        boolean changed = array[at] != value;
        array[at] = value;
        return changed;
    }

    private Groups groups(CompiledResource wanted) {
        Groups known = groups;
        if (known == null) {
            known = occupancy.group(children);
            groups = known;
        }
        wanted.countIn(known, occupancy);
        return known;
    }

    /// A best-first search: the queue holds subtrees that have not been opened yet, by their highest weight.
    static final class Search {
        private final IntHeap queue = new IntHeap();
        private boolean started;

        void restart() {
            started = false;
            queue.clear();
        }

        /// The next child that may satisfy one of the requests, or [ResourceGraph#NO_VERTEX].
        int next(FreshTree tree, CompiledResource[] wanted, MatchWindow window) {
            if (!started) {
                started = true;
                push(tree, 1, wanted, window);
            }
            while (!queue.isEmpty()) {
                int node = queue.removeFirst();
                if (node >= tree.size) {
                    return tree.children.vertex(node - tree.size);
                }
                push(tree, 2 * node, wanted, window);
                push(tree, 2 * node + 1, wanted, window);
            }
            return ResourceGraph.NO_VERTEX;
        }

        private void push(FreshTree tree, int node, CompiledResource[] wanted, MatchWindow window) {
            boolean later = window.view() == View.PLANNED || !window.view().seesHoldings();
            long key = later ? tree.weights[node] : tree.weightsInStock[node];
            if (key == NOTHING_IN_STOCK || (wanted.length == 1 && !mayServe(tree, node, wanted[0], window))) {
                return;
            }
            // Of two with the same weight, the one further right comes first: it has the children made later.
            queue.add(~key, -firstPlace(tree, node), node);
        }

        private static int firstPlace(FreshTree tree, int node) {
            return node << (Integer.numberOfLeadingZeros(node) - Integer.numberOfLeadingZeros(tree.size));
        }

        private static boolean mayServe(FreshTree tree, int node, CompiledResource wanted, MatchWindow window) {
            View view = window.view();
            if (!view.seesHoldings()) {
                return true;
            }
            if (view == View.PLANNED) {
                return !window.needsPlanned(wanted) || mayServeLater(tree, node, wanted, window);
            }
            for (int i = 0; i < wanted.neededCount(); i++) {
                if (tree.inStock[node * tree.types + wanted.neededType(i)] < wanted.neededAmount(i)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean mayServeLater(FreshTree tree, int node, CompiledResource wanted, MatchWindow window) {
            if (node >= tree.size) {
                return window.mayHave(tree.children.vertex(node - tree.size), wanted);
            }
            boolean isGroup = Integer.numberOfLeadingZeros(node) - Integer.numberOfLeadingZeros(tree.size)
                    == Integer.numberOfTrailingZeros(Groups.SIZE);
            int group = node - tree.size / Groups.SIZE;
            return !isGroup
                    || (group * Groups.SIZE < tree.children.limit()
                            && window.mayHave(tree.groups(wanted), group, wanted));
        }
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;

/// What the vertices of a list have left once all that has an end has ended: their *lasting* stock.
///
/// Services of a cluster, and jobs without a wall time, run without an end. What does not fit beside them fits at no
/// time, and that should be known without a search at every end of a job. A tree over the list has the largest amount
/// of each planned type in each interval, as in a [Ranking]:
///
/// ```
///               4                 2 vertices with 3 cores? 3 <= 4: go down
///          2         4            3 > 2: none; 3 <= 4: go down
///        2   1     0   4          one, and no other: there is no moment at which 2 vertices have 3 cores
/// ```
///
/// The amounts are brought up to date when they are next asked for, by the change log. The owner of the list reports
/// members that come, move and go; then only they and the tree above their block change.
///
/// | cost, n vertices, t planned types | |
/// |---|---|
/// | a question for k vertices | O(t k log n), and more where two vertices have the largest amounts of two types |
/// | a changed or new vertex | t queries of timelines, and O(t log n) |
/// | memory | 16 t bytes a place |
///
/// Invariant: when the list is asked, each amount is what is free after the last end. That is never less than what is
/// free at any time, unless something is reserved without an end. Members are nodes or within nodes: of a rack with an
/// over-committed node, one node may have more than the rack has in sum.
final class LastingStock {
    private final ResourceGraph graph;
    private final Layout layout;
    private final Availability availability;
    private final ChangeLog changes;
    private final OrderedVertices members;
    private int size;
    private int types;
    private boolean[] isPlanned = {};
    private long[] free = {};
    private long seen;

    /// Whether the tree does not follow the places of the list, and must be made anew.
    private boolean isStale = true;

    LastingStock(ResourceGraph graph, Occupancy occupancy, ChangeLog changes, OrderedVertices members) {
        this.graph = graph;
        this.layout = occupancy.layout();
        this.availability = occupancy.availability();
        this.changes = changes;
        this.members = members;
    }

    /// Whether so many vertices may ever have what each needs at the same time.
    ///
    /// @param isRepeated whether a vertex counts as often as it has room for, as for slots
    boolean hasRoom(CompiledResource each, long count, boolean isRepeated, Eligibility eligibility) {
        catchUp();
        long found = 0;
        for (int place = next(0, each); place >= 0 && found < count; place = next(place + 1, each)) {
            int vertex = members.vertex(place);
            if (!graph.isDown(vertex) && eligibility.admits(vertex)) {
                found += isRepeated ? times(place, each) : 1;
            }
        }
        return found >= count;
    }

    private long times(int place, CompiledResource each) {
        long times = Long.MAX_VALUE;
        for (int i = 0; i < each.neededCount(); i++) {
            int type = each.neededType(i);
            if (isPlanned[type]) {
                times = Math.min(times, free[(place + size) * types + type] / each.neededAmount(i));
            }
        }
        // More than any request asks for, without overflow when added up.
        return Math.min(times, Integer.MAX_VALUE);
    }

    /// The first place from `from` on whose vertex may have what is needed, or -1.
    private int next(int from, CompiledResource each) {
        if (from >= members.limit()) {
            return -1;
        }
        int node = from + size;
        while (true) {
            if (mayHave(node, each)) {
                if (node >= size) {
                    return node - size < members.limit() ? node - size : -1;
                }
                node = 2 * node;
                continue;
            }
            while ((node & 1) == 1) {
                node >>= 1;
                if (node <= 1) {
                    return -1;
                }
            }
            node++;
        }
    }

    private boolean mayHave(int node, CompiledResource each) {
        int place = node - size;
        if (place >= 0 && place < members.limit() && members.vertex(place) == ResourceGraph.NO_VERTEX) {
            return false;
        }
        for (int i = 0; i < each.neededCount(); i++) {
            int type = each.neededType(i);
            if (isPlanned[type] && free[node * types + type] < each.neededAmount(i)) {
                return false;
            }
        }
        return true;
    }

    private void catchUp() {
        if (isStale || !changes.remembers(seen) || plansOthers()) {
            measureAll();
        } else {
            for (long at = seen; at < changes.count(); at++) {
                if (!changes.isOutdated(at)) {
                    update(changes.vertex(at), changes.isExclusive(at));
                }
            }
        }
        seen = changes.count();
    }

    private boolean plansOthers() {
        boolean differs = types != layout.countedCount();
        for (int type = 0; type < types && !differs; type++) {
            differs = isPlanned[type] != availability.isPlanned(type);
        }
        return differs;
    }

    private void measureAll() {
        isStale = false;
        types = layout.countedCount();
        isPlanned = new boolean[types];
        for (int type = 0; type < types; type++) {
            isPlanned[type] = availability.isPlanned(type);
        }
        size = Math.max(OrderedVertices.BLOCK, Integer.highestOneBit(Math.max(1, 2 * members.limit() - 1)));
        if (free.length == 2 * size * types) {
            Arrays.fill(free, 0);
        } else {
            free = new long[2 * size * types];
        }
        for (int place = 0; place < members.limit(); place++) {
            if (members.vertex(place) != ResourceGraph.NO_VERTEX) {
                measure(place);
            }
        }
        for (int node = size - 1; node > 0; node--) {
            combine(node);
        }
    }

    /// Notes that the list has a new member, after others of its block have moved.
    void joined(int place) {
        isStale |= members.limit() > size;
        if (!isStale) {
            measure(place);
            combineBlock(place);
        }
    }

    /// Notes that a member has got another place, before its block is combined.
    void moved(int from, int to) {
        if (!isStale) {
            System.arraycopy(free, (from + size) * types, free, (to + size) * types, types);
            clear(from);
        }
    }

    /// Notes that the place of a member is empty now.
    void left(int place) {
        if (!isStale) {
            clear(place);
            combineAbove(place);
        }
    }

    /// Notes that all members have other places.
    void rearranged() {
        isStale = true;
    }

    private void clear(int place) {
        Arrays.fill(free, (place + size) * types, (place + size + 1) * types, 0);
    }

    private void combineBlock(int place) {
        int low = place / OrderedVertices.BLOCK * OrderedVertices.BLOCK + size;
        int high = low + OrderedVertices.BLOCK - 1;
        while (low > 1) {
            low >>= 1;
            high >>= 1;
            for (int node = low; node <= high; node++) {
                combine(node);
            }
        }
    }

    private void update(int vertex, boolean isAllBelow) {
        if (isAllBelow && layout.inner(vertex) != Layout.NOT_INNER) {
            for (int i = members.from(vertex); members.isWithin(i, vertex); i++) {
                update(members.place(i));
            }
            return;
        }
        int own = members.placeOf(vertex);
        if (own >= 0) {
            update(own);
        }
    }

    private void update(int place) {
        if (measure(place)) {
            combineAbove(place);
        }
    }

    private void combineAbove(int place) {
        boolean isChanged = true;
        for (int node = (place + size) >> 1; node > 0 && isChanged; node >>= 1) {
            isChanged = combine(node);
        }
    }

    private boolean measure(int place) {
        int vertex = members.vertex(place);
        boolean isChanged = false;
        for (int type = 0; type < types; type++) {
            if (isPlanned[type]) {
                isChanged |= set(
                        place + size,
                        type,
                        availability.freeOf(type, vertex, Timelines.AFTER_ALL_ENDS, Timelines.AFTER_ALL_ENDS + 1));
            }
        }
        return isChanged;
    }

    private boolean combine(int node) {
        boolean isChanged = false;
        for (int type = 0; type < types; type++) {
            long larger = Math.max(free[2 * node * types + type], free[(2 * node + 1) * types + type]);
            isChanged |= set(node, type, larger);
        }
        return isChanged;
    }

    private boolean set(int node, int type, long amount) {
        boolean isChanged = free[node * types + type] != amount;
        free[node * types + type] = amount;
        return isChanged;
    }
}
